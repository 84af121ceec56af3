// One place as a column: its name, its messages, and the box to write in.

import { announce, button, make, older } from "./make.js";
import { Composer } from "./composer.js";
import { End } from "./follow.js";
import { MessageView } from "./message.js";
import { formatted } from "./text.js";
import { called, say, sentences } from "./words.js";

/** Messages that stay in a column while its end is looked at: some deals of hands, some dozens of tricks. */
const KEPT = { hand: 15, table: 60 };

export class Pane {
  /** `app` is the whole page; `name` tells the columns apart. */
  constructor(app, name) {
    this.app = app;
    this.name = name;
    this.place = null;
    this.views = new Map();
    this.title = make("h2", { class: "title", id: `${name}-title` });
    this.aside = make("span", { class: "muted place-about" });
    this.menu = make("div", { class: "pane-menu" });
    this.list = make("ol", { class: "messages", role: "log", "aria-labelledby": `${name}-title`, "aria-live": "off" });
    this.more = button("", () => this.earlier(), { class: "control plain small earlier", hidden: true });
    this.empty = make("p", { class: "empty" });
    this.newer = button("", () => this.toEnd(), { class: "control primary small newer", hidden: true });
    this.scroller = make("div", { class: "scroller", tabindex: "-1" }, this.more, this.empty, this.list);
    this.composer = new Composer(app, this);
    this.head = make("header", { class: "pane-head" }, this.menu, this.title, this.aside);
    this.element = make("section", { class: `pane ${name}`, "aria-labelledby": `${name}-title` }, this.head, this.scroller, this.newer, this.composer.element);
    this.end = new End(this.scroller, this.list, (held) => {
      if (held) this.newer.hidden = true;
    });
    this.end.start = () => this.top();
  }

  /** Words of the page, after its language changed. */
  speak() {
    this.more.textContent = say("earlier");
    this.newer.textContent = say("newer");
    this.empty.textContent = this.name === "hand" ? say("hand-empty") : say("channel-empty");
    this.composer.speak();
    this.head_();
    for (const view of this.views.values()) view.draw();
  }

  head_() {
    const place = this.app.placeOf(this.place);
    this.title.textContent = this.name === "hand" ? say("private") : place ? `${place.kind === "thread" ? "↳ " : "# "}${called(place.name)}` : "";
    this.aside.textContent = this.name === "hand" ? this.app.around.bot.name : this.app.around.serverName;
  }

  /** Shows a place from its end. */
  show(place) {
    this.place = place;
    this.views.clear();
    this.list.replaceChildren();
    const page = this.app.pages.get(place);
    const messages = page ? [...page.messages.values()] : [];
    messages.sort((a, b) => (older(a.id, b.id) ? -1 : 1));
    for (const message of messages) this.put(message);
    this.counts();
    this.speak();
    this.toEnd();
  }

  counts() {
    const page = this.app.pages.get(this.place);
    this.more.hidden = !page?.more;
    this.empty.hidden = this.views.size > 0;
  }

  /** A message is new or has changed. */
  put(message) {
    const known = this.views.get(message.id);
    if (known) {
      known.update(message);
      return;
    }
    const view = new MessageView(message, this.app.around, {
      prefix: `${this.name}-`,
      ask: (what) => this.app.ask(what),
      form: (form) => this.app.form(form),
      file: (id) => this.app.link.file(id),
    });
    this.views.set(message.id, view);
    const after = [...this.list.children].reverse().find((e) => older(e.id.slice(this.name.length + 1), message.id));
    if (after) after.after(view.element);
    else this.list.prepend(view.element);
  }

  /** Changes that came in while the place is shown. */
  news(messages, gone) {
    let fresh = null;
    for (const message of messages) {
      if (!this.views.has(message.id)) fresh = message;
      this.put(message);
    }
    for (const id of gone) this.drop(id);
    if (fresh) {
      announce(plain(fresh, this.app.around));
      if (!this.end.held) this.newer.hidden = false;
    }
    if (this.end.held) {
      this.shorten();
      this.toEnd();
    }
    this.counts();
  }

  drop(id) {
    const view = this.views.get(id);
    if (!view) return;
    const had = view.element.contains(document.activeElement);
    view.element.remove();
    this.views.delete(id);
    if (had) this.focus();
  }

  /** Old messages leave the page; they come back by "earlier". */
  shorten() {
    const page = this.app.pages.get(this.place);
    while (this.list.children.length > KEPT[this.name] && page) {
      const id = this.list.firstElementChild.id.slice(this.name.length + 1);
      this.drop(id);
      page.messages.delete(id);
      page.more = true;
    }
  }

  async earlier() {
    const first = this.list.firstElementChild?.id.slice(this.name.length + 1);
    if (!first) return;
    const answer = await this.app.ask({ do: "earlier", channel: this.place, before: first });
    const page = this.app.pages.get(this.place);
    if (!answer.messages || !page) return;
    page.more = answer.more;
    this.end.keepPlace(() => {
      for (const message of answer.messages) {
        page.messages.set(message.id, message);
        this.put(message);
      }
      this.counts();
    });
  }

  toEnd() {
    this.end.reach();
  }

  /**
   * Where the newest message begins, if it is to be read from its top: a public
   * one with a picture, taller than the column. Undefined for any other.
   */
  top() {
    const last = this.list.lastElementChild;
    const tall = last && last.offsetHeight > this.scroller.clientHeight;
    if (!tall || !last.matches(":has(img):not(.ephemeral)") || this.name === "hand") return undefined;
    return last.offsetTop - this.scroller.offsetTop;
  }

  /** To the newest message with something to press, at its first control. */
  focus() {
    const views = [...this.list.children].reverse();
    const with_ = views.find((e) => e.querySelector(".controls button:not(:disabled)"));
    const control = with_?.querySelector(".controls button:not(:disabled)");
    (control ?? views[0] ?? this.scroller).focus();
  }
}

/** So much of a message is read out by itself; the rest waits for its reader. */
const BREATH = 240;

/** A message as it is read out: its words without marks, from the top on, in whole lines. */
function plain(message, around) {
  const lines = formatted(message.content, around).map((line) => line.textContent.trim()).filter((line) => line !== "");
  const told = [];
  let long = 0;
  for (const line of lines) {
    long += line.length;
    if (told.length > 0 && long > BREATH) break;
    told.push(line);
  }
  const who = message.author === around.bot.id ? "" : `${around.nameOf(message.author)}: `;
  return who + sentences(told);
}
