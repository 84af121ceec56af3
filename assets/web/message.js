// One message as it is shown, and what its reader has open in it.

import { announce, button, make } from "./make.js";
import { rows } from "./parts.js";
import { clockTime, formatted } from "./text.js";
import { say, spoken } from "./words.js";

/** What the reader has open in a message, apart from the message itself. */
class Hand {
  constructor(view) {
    this.view = view;
    this.open = null;
    this.opened = 0;
    this.busy = null;
    this.failed = null;
    this.texts = new Set();
    this.picks = new Map();
    this.still = view.still;
  }

  picksOf(one) {
    if (!this.picks.has(one.id)) {
      this.picks.set(one.id, new Set(one.options.filter((o) => o.chosen).map((o) => o.value)));
    }
    return this.picks.get(one.id);
  }

  toggle(message, id) {
    const opens = this.open !== id;
    this.open = opens ? id : null;
    this.opened += 1;
    this.picks.delete(id);
    this.view.redraw(message.id);
    const chooser = this.view.find(message.id, id);
    const first = opens ? chooser?.parentElement.querySelector("[role=option]") : chooser;
    first?.focus();
  }

  click(message, id) {
    return this.send(message, id, { do: "click", message: message.id, id });
  }

  choose(message, one, values) {
    this.open = null;
    return this.send(message, one.id, { do: "select", message: message.id, id: one.id, values });
  }

  async send(message, id, what) {
    if (this.busy !== null) return;
    this.busy = id;
    this.failed = null;
    this.view.redraw(message.id);
    const answer = await this.view.ask(what);
    this.busy = null;
    this.failed = problem(answer);
    if (this.failed) announce(this.failed);
    this.picks.clear();
    this.view.redraw(message.id);
    if (answer.form) this.view.form(answer.form);
  }
}

/** What went wrong, in words; null when nothing did. */
export function problem(answer) {
  if (answer.lost) return say("offline");
  if (answer.failed) return say("failed");
  switch (answer.cannot) {
    case undefined: return null;
    case "changed": return say("changed");
    case "no-command": return say("no-command");
    case "bad-option": return say("bad-option", { what: answer.what ?? "" });
    case "bad-field": return say("bad-field", { what: answer.what ?? "" });
    case "unanswered": return say("unanswered");
    default: return say("gone");
  }
}

/** Makes the children those given, touching only what differs. */
function sync(parent, children) {
  const there = [...parent.children];
  if (there.length === children.length) {
    children.forEach((child, n) => {
      if (there[n] !== child) there[n].replaceWith(child);
    });
  } else {
    parent.replaceChildren(...children);
  }
}

/** A message with what its reader has open in it. */
export class MessageView {
  constructor(message, around, host) {
    this.message = message;
    this.around = around;
    this.host = host;
    this.still = host.still === true;
    this.hand = new Hand(this);
    this.kept = new Map();
    this.element = make("li", { class: "message", id: host.prefix + message.id, tabindex: "-1" });
    this.draw();
  }

  update(message) {
    this.message = message;
    const ids = new Set([...message.buttons, ...message.selects].map((part) => part.id));
    if (!ids.has(this.hand.open)) this.hand.open = null;
    for (const id of this.hand.picks.keys()) if (!ids.has(id)) this.hand.picks.delete(id);
    if (this.hand.failed && !this.hand.busy) this.hand.failed = null;
    this.draw();
  }

  redraw() {
    this.draw();
  }

  find(_message, key) {
    return [...this.element.querySelectorAll("[data-key]")].find((part) => part.dataset.key === key);
  }

  ask(what) {
    return this.host.ask(what);
  }

  form(form) {
    this.host.form(form);
  }

  /** Draws it anew; who was at one of its controls is at the same one, or at the one in its place. */
  draw() {
    const focus = this.focused();
    if (this.language !== spoken()) this.kept.clear();
    this.language = spoken();
    this.body ??= make("div", { class: "body" });
    sync(this.body, this.parts());
    sync(this.element, [this.keep("avatar", this.around.nameOf(this.message.author), () => avatar(this.message.author, this.around)), this.body]);
    this.element.dataset.edits = String(this.message.edits);
    this.element.classList.toggle("loading", this.message.loading);
    this.element.classList.toggle("ephemeral", this.message.ephemeral);
    this.element.classList.toggle("mine", this.message.author === this.around.me);
    this.element.classList.toggle("calls", this.message.content.includes(`<@${this.around.me}>`));
    if (focus && !this.element.contains(document.activeElement)) this.refocus(focus);
  }

  /** The element of a part, the one there was while nothing about it has changed: who presses it keeps it. */
  keep(name, given, makes) {
    const state = JSON.stringify(given);
    const before = this.kept.get(name);
    if (before?.state === state) return before.element;
    const element = makes();
    this.kept.set(name, { state, element });
    return element;
  }

  focused() {
    const active = document.activeElement;
    if (!active || !this.element.contains(active)) return null;
    const controls = this.controls();
    return { key: active.dataset.key, value: active.dataset.value, at: controls.indexOf(active) };
  }

  controls() {
    return [...this.element.querySelectorAll("button, a, [role=option][tabindex='0']")];
  }

  refocus(was) {
    const enabled = (part) => part && !part.disabled;
    const option = was.value ? [...this.element.querySelectorAll("[role=option]")].find((o) => o.dataset.value === was.value) : null;
    const same = option ?? (was.key ? this.find(null, was.key) : null);
    if (enabled(same)) {
      same.focus({ preventScroll: true });
      return;
    }
    const controls = this.controls();
    const verb = was.key?.split(".")[1];
    const alike = verb ? controls.find((c) => c.dataset.key?.split(".")[1] === verb && enabled(c)) : null;
    const beside = controls[was.at];
    const next = alike ?? (enabled(beside) ? beside : controls.find((c) => c.dataset.key && enabled(c)));
    (next ?? this.element).focus({ preventScroll: true });
  }

  parts() {
    const { message, around } = this;
    const { hand } = this;
    const here = new Set([...message.buttons.map((b) => `button ${b.id}`), ...message.files.map((f) => `file ${f.id}`)]);
    for (const name of this.kept.keys()) if (/^(button|file) /.test(name) && !here.has(name)) this.kept.delete(name);
    const names = around.people.map((person) => person.name);
    const open = hand.open === null ? 0 : hand.opened;
    return [
      this.keep("header", [message.edited !== null, message.command, names], () => header(message, around)),
      message.loading ? make("p", { class: "muted" }, say("thinking")) : null,
      this.keep("text", [message.content, names], () => make("div", { class: "text" }, message.content ? formatted(message.content, around) : null)),
      ...message.embeds.map((embed) => embedded(embed, around)),
      ...message.files.map((file) => this.keep(`file ${file.id}`, [file.alt, hand.texts.has(file.id)], () => (file.size ? this.picture(file) : this.download(file)))),
      this.keep("controls", [message.buttons, message.selects, hand.busy, hand.open, open], () => make("div", { class: "controls" }, rows(this, hand))),
      hand.failed ? make("p", { class: "failed", role: "alert" }, hand.failed) : null,
      message.ephemeral ? this.privacy() : null,
    ].filter((part) => part !== null);
  }

  picture(file) {
    const shown = this.hand.texts.has(file.id);
    const address = this.host.file(file.id);
    const toggle = button(say("alt"), () => {
      if (shown) this.hand.texts.delete(file.id);
      else this.hand.texts.add(file.id);
      this.draw();
    }, { class: "alt", "aria-expanded": shown ? "true" : "false", title: say("alt-about"), data: { key: `alt ${file.id}` } });
    const picture = image(address, file);
    const frame = make(
      "div",
      {},
      make("a", { href: address, target: "_blank", rel: "noopener", title: say("picture-open"), data: { key: `open ${file.id}` } }, picture),
      file.alt ? toggle : null,
    );
    // As wide as its picture, so that what stands below it ends where the picture does.
    frame.style.maxWidth = picture.style.maxWidth;
    return make("figure", {}, frame, shown ? make("figcaption", {}, file.alt) : null);
  }

  /** A file that is no picture: its name leads to it. */
  download(file) {
    return make(
      "a",
      { class: "file", href: this.host.file(file.id), download: file.name, title: say("file-get"), data: { key: `open ${file.id}` } },
      make("span", { "aria-hidden": "true" }, "⤓"),
      make("span", { class: "name" }, file.name),
      make("span", { class: "muted" }, `(${amount(file.bytes)})`),
    );
  }

  privacy() {
    if (this.still) return make("p", { class: "privacy" }, say("only-reader", { name: this.host.reader }));
    const id = this.message.id;
    return make("p", { class: "privacy" }, `${say("only-you")} · `, button(say("dismiss"), () => this.ask({ do: "dismiss", message: id }), { class: "as-link", data: { key: "dismiss" } }));
  }
}

/** So much of the window's height a picture takes at most. */
const SHARE = "46vh";

/** How long a file is, as people say it. */
function amount(bytes) {
  const [size, unit] = bytes < 1000 ? [bytes, "byte"] : bytes < 1e6 ? [bytes / 1000, "kilobyte"] : [bytes / 1e6, "megabyte"];
  // "966 bytes", but "14 kB".
  const unitDisplay = unit === "byte" ? "long" : "short";
  return new Intl.NumberFormat(spoken(), { style: "unit", unit, unitDisplay, maximumFractionDigits: size < 10 ? 1 : 0 }).format(size);
}

/** A picture that has its place before it has come, so that nothing moves when it does. */
function image(address, file) {
  const [width, height] = file.size ?? [undefined, undefined];
  const element = make("img", { src: address, alt: file.alt, width, height, decoding: "async" });
  if (width && height) element.style.maxWidth = `min(100%, calc(${SHARE} * ${width / height}))`;
  return element;
}

/** A round sign for a person, coloured by id. */
export function avatar(id, around) {
  if (id === around.bot.id) return make("span", { class: "avatar bot", "aria-hidden": "true" }, "炒");
  const first = [...around.nameOf(id)][0] ?? "?";
  return make("span", { class: `avatar hue${Number(BigInt(id) % 8n)}`, "aria-hidden": "true" }, first);
}

function header(message, around) {
  const bot = message.author === around.bot.id;
  const used = message.command && message.by ? make("p", { class: "used" }, say("used", { name: around.nameOf(message.by), command: `/${around.commandName(message.command)}` })) : null;
  return make(
    "div",
    { class: "header" },
    used,
    make("span", { class: "author" }, bot ? around.bot.name : around.nameOf(message.author)),
    bot ? make("span", { class: "badge" }, say("app")) : null,
    make("time", { class: "when", datetime: new Date(message.created).toISOString() }, clockTime(message.created)),
    message.edited ? make("span", { class: "when" }, `(${say("edited")})`) : null,
  );
}

function embedded(embed, around) {
  return make(
    "div",
    { class: "embed" },
    embed.author ? make("p", { class: "small" }, embed.author) : null,
    embed.title ? make("p", { class: "heading" }, formatted(embed.title, around)) : null,
    embed.description ? formatted(embed.description, around) : null,
    embed.fields.map(([name, value]) => make("div", {}, make("strong", {}, name), formatted(value, around))),
    embed.footer ? make("p", { class: "small" }, embed.footer) : null,
  );
}
