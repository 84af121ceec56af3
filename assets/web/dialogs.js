// Windows over the page: forms of the bot, settings, help.

import { button, make } from "./make.js";
import { problem } from "./message.js";
import { called, say, spoken } from "./words.js";

/** Opens a dialog; it leaves the page when it closes. */
function open(title, ...children) {
  const heading = make("h2", { id: "dialog-title" }, title);
  const dialog = make("dialog", { "aria-labelledby": "dialog-title" }, heading, ...children);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function foot(dialogOf, label, does) {
  return make(
    "div",
    { class: "foot" },
    make("button", { type: "submit", class: "control primary" }, label),
    button(say("cancel"), () => dialogOf().close(), { class: "control plain" }),
    does ?? null,
  );
}

/** A form of the bot. */
export function botForm(app, form) {
  const inputs = new Map();
  const wrong = make("p", { class: "failed", role: "alert" });
  const fields = form.fields.map((field) => {
    const input = make("textarea", { rows: "2", maxlength: field.max, required: field.required, autocomplete: "off" });
    input.value = field.value;
    inputs.set(field.id, input);
    // One line: Enter sends it.
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        page.requestSubmit();
      }
    });
    return make("label", { class: "field" }, make("span", {}, field.label), input);
  });
  const page = make("form", { on: { submit: send } }, fields, wrong, foot(() => dialog, say("send")));
  const dialog = open(form.title, page);
  async function send(event) {
    event.preventDefault();
    const values = Object.fromEntries([...inputs].map(([id, input]) => [id, input.value]));
    const answer = await app.ask({ do: "form", form: form.id, values });
    const why = problem(answer);
    if (why) {
      wrong.textContent = why;
      return;
    }
    dialog.close();
    if (answer.form) botForm(app, answer.form);
  }
}

const LANGUAGES = [["en-US", "English"], ["zh-CN", "简体中文"], ["zh-TW", "繁體中文"]];

function choice(name, label, list, now, does) {
  const buttons = list.map(([value, shown]) =>
    make(
      "label",
      { class: "choice" },
      make("input", { type: "radio", name, value, checked: value === now, on: { change: () => does(value) } }),
      make("span", {}, shown),
    ),
  );
  return make("fieldset", {}, make("legend", {}, label), buttons);
}

/** The person's name and language, and how the page looks. */
export function settings(app) {
  const me = app.around.person(app.around.me);
  const name = make("input", { type: "text", maxlength: "32", id: "own-name", autocomplete: "off" });
  name.value = me.name;
  const wrong = make("p", { class: "failed", role: "alert" });
  const locale = spoken() === "en" ? "en-US" : spoken();
  const page = make(
    "form",
    { on: { submit: save } },
    make("label", { class: "field" }, make("span", {}, say("name")), name),
    choice("language", say("language"), LANGUAGES, locale, (to) => app.ask({ do: "locale", locale: to })),
    make("p", { class: "muted tiny" }, say("language-about")),
    choice("look", say("look"), [["auto", say("look-auto")], ["light", say("look-light")], ["dark", say("look-dark")]], app.look(), (to) => app.setLook(to)),
    wrong,
    foot(() => dialog, say("save")),
  );
  const dialog = open(say("settings"), page);
  async function save(event) {
    event.preventDefault();
    if (name.value.trim() !== me.name) {
      const why = problem(await app.ask({ do: "rename", name: name.value }));
      if (why) {
        wrong.textContent = why;
        return;
      }
    }
    dialog.close();
  }
}

/** A new thread. */
export function thread(app, place) {
  const name = make("input", { type: "text", maxlength: "100", required: true, autocomplete: "off" });
  const wrong = make("p", { class: "failed", role: "alert" });
  const page = make("form", { on: { submit: send } }, make("label", { class: "field" }, make("span", {}, say("thread-name")), name), wrong, foot(() => dialog, say("save")));
  const dialog = open(say("new-thread", { name: `#${called(place.name)}` }), page);
  async function send(event) {
    event.preventDefault();
    const answer = await app.ask({ do: "thread", channel: place.id, name: name.value });
    const why = problem(answer);
    if (why) {
      wrong.textContent = why;
      return;
    }
    dialog.close();
    app.goSoon(answer.channel);
  }
}

export function help() {
  const dialog = open(
    say("help-title"),
    ["help-1", "help-2", "help-3", "help-4"].map((key) => make("p", {}, say(key))),
    make("div", { class: "foot" }, button(say("close"), () => dialog.close(), { class: "control primary" })),
  );
}
