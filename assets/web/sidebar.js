// The list of places and people beside the messages.

import { button, make } from "./make.js";
import { avatar } from "./message.js";
import { help, settings, thread } from "./dialogs.js";
import { called, say } from "./words.js";

export class Sidebar {
  constructor(app, element) {
    this.app = app;
    this.element = element;
  }

  draw() {
    const { app } = this;
    const focus = document.activeElement?.dataset?.key;
    const inside = this.element.contains(document.activeElement);
    this.element.setAttribute("aria-label", say("menu"));
    this.element.replaceChildren(
      this.brand(),
      make("div", { class: "sidebar-scroll" }, this.places(), this.people()),
      this.foot(),
    );
    if (inside && focus) [...this.element.querySelectorAll("[data-key]")].find((e) => e.dataset.key === focus)?.focus();
    this.element.classList.toggle("open", app.menuOpen);
  }

  brand() {
    const { around } = this.app;
    return make(
      "div",
      { class: "brand" },
      make("span", { class: "seal", "aria-hidden": "true" }, "炒"),
      make("span", {}, make("strong", {}, around.serverName), make("span", { class: "muted" }, say(this.app.open ? "local" : "by-link"))),
      button("✕", () => this.app.menu(false), { class: "icon narrow-only", "aria-label": say("close") }),
    );
  }

  places() {
    const { app } = this;
    const list = app.around.places;
    const items = [];
    for (const place of list.filter((p) => p.kind === "text")) {
      items.push(this.place(place));
      for (const inner of list.filter((p) => p.kind === "thread" && p.parent === place.id)) items.push(this.place(inner));
    }
    return make(
      "div",
      {},
      make("h2", { class: "label" }, say("channels")),
      make("ul", { class: "places" }, items, this.privately()),
    );
  }

  place(place) {
    const { app } = this;
    const here = app.table.place === place.id;
    const unread = app.unread.has(place.id);
    const go = make(
      "button",
      {
        type: "button",
        class: `place ${place.kind}${here ? " here" : ""}${unread ? " unread" : ""}`,
        "aria-current": here ? "page" : undefined,
        data: { key: `place ${place.id}` },
        on: { click: () => app.go(place.id) },
      },
      make("span", { "aria-hidden": "true" }, place.kind === "thread" ? "↳" : "#"),
      make("span", { class: "name" }, called(place.name)),
      unread ? make("span", { class: "dot" }, make("span", { class: "unseen" }, say("unread"))) : null,
    );
    const more = place.kind === "text" ? button("+", () => thread(app, place), { class: "icon", "aria-label": say("new-thread", { name: called(place.name) }), title: say("new-thread", { name: called(place.name) }), data: { key: `thread ${place.id}` } }) : null;
    return make("li", {}, go, more);
  }

  privately() {
    const { app } = this;
    const unread = app.unread.has("private");
    return make(
      "li",
      { class: "narrow-only" },
      make(
        "button",
        { type: "button", class: `place${app.side === "hand" ? " here" : ""}${unread ? " unread" : ""}`, data: { key: "private" }, on: { click: () => app.look_at("hand") } },
        make("span", { "aria-hidden": "true" }, "✉"),
        make("span", { class: "name" }, say("private")),
        unread ? make("span", { class: "dot" }, make("span", { class: "unseen" }, say("unread"))) : null,
      ),
    );
  }

  people() {
    const { app } = this;
    if (!app.open) return null;
    const items = app.around.people.map((person) => {
      const own = person.id === app.around.me;
      return make(
        "li",
        {},
        make(
          "button",
          {
            type: "button",
            class: `place person${own ? " here" : ""}`,
            "aria-current": own ? "true" : undefined,
            "aria-label": own ? `${say("you")} ${person.name}` : say("sit-as", { name: person.name }),
            data: { key: `person ${person.id}` },
            on: { click: () => app.become(person.id) },
          },
          avatar(person.id, app.around),
          make("span", { class: "name" }, person.name),
        ),
        make("a", { class: "icon", href: `/?user=${person.id}`, target: "_blank", rel: "noopener", "aria-label": say("own-window", { name: person.name }), title: say("own-window", { name: person.name }) }, "↗"),
      );
    });
    return make(
      "div",
      {},
      make("h2", { class: "label" }, say("people")),
      make("p", { class: "muted tiny" }, say("people-about")),
      make("ul", { class: "places" }, items),
      button(say("sees"), () => app.inspect(app.around.me), { class: "control plain wide", data: { key: "sees" } }),
    );
  }

  foot() {
    const { app } = this;
    return make(
      "div",
      { class: "sidebar-foot" },
      make("span", { class: "self" }, avatar(app.around.me, app.around), make("span", {}, make("span", { class: "muted tiny" }, say("you")), make("strong", { id: "self-name" }, app.around.nameOf(app.around.me)))),
      button("⚙", () => settings(app), { class: "icon", id: "settings", "aria-label": say("settings"), title: say("settings"), data: { key: "settings" } }),
      button("?", () => help(), { class: "icon", "aria-label": say("help"), title: say("help"), data: { key: "help" } }),
    );
  }
}
