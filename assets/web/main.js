// The page: what it knows, which columns it shows, and where the news go.

import { button, make } from "./make.js";
import { botForm } from "./dialogs.js";
import { Inspection } from "./inspect.js";
import { Link } from "./link.js";
import { Pane } from "./pane.js";
import { Sidebar } from "./sidebar.js";
import { setNow } from "./text.js";
import { asked, called, say, speak } from "./words.js";

const LOOKS = ["auto", "light", "dark"];
/** What somebody does to begin a game: their hand is what they wait for then. */
const BEGINS = ["fill", "start"];
/** What a page asks for by itself. */
const BESIDE = ["complete", "earlier", "inspect", "locale"];

/** People, places and the bot, as they were told last. */
class Around {
  constructor(app) {
    this.app = app;
    this.take({ me: "0", people: [], places: [], bot: { id: "0", name: "", here: true }, server: null });
  }

  take(told) {
    Object.assign(this, told);
    this.byId = new Map(told.people.map((person) => [person.id, person]));
  }

  get serverName() {
    return called(this.server?.name ?? "");
  }

  person(id) {
    return this.byId.get(id);
  }

  nameOf(id) {
    return id === this.bot.id ? this.bot.name : (this.byId.get(id)?.name ?? "?");
  }

  placeName(id) {
    const place = this.app.placeOf(id);
    return place ? (place.kind === "private" ? this.bot.name : called(place.name)) : "?";
  }

  /** A command and its subcommand, in the words of the reader's language. */
  commandName(path) {
    let among = this.app.commands;
    const names = path.split(" ").map((name) => {
      const part = among.find((one) => one.name === name);
      among = part?.options ?? [];
      return part?.name_localizations?.[document.documentElement.lang] ?? name;
    });
    return names.join(" ");
  }

  /** The language of the page: the one its person has chosen, else the one this browser asked for. */
  language() {
    const me = this.person(this.me);
    return me?.chosen ? me.locale : asked;
  }

  go(id) {
    this.app.go(id);
  }
}

/** The verb of a click or a typed command. */
function verbOf(what) {
  return what.do === "click" ? what.id.split(".")[1] : what.do === "slash" ? what.path.at(-1) : null;
}

class App {
  constructor() {
    this.around = new Around(this);
    this.commands = [];
    this.pages = new Map();
    this.unread = new Set();
    this.open = false;
    this.side = "table";
    this.menuOpen = false;
    this.awaits = false;
    this.stage = document.getElementById("stage");
    this.link = new Link((frame) => this.told(frame), (stands) => this.stands(stands));
    this.table = new Pane(this, "table");
    this.hand = new Pane(this, "hand");
    this.sidebar = new Sidebar(this, document.getElementById("sidebar"));
    this.trouble = make("p", { class: "trouble", role: "status", hidden: true });
    this.tabs = make("div", { class: "tabs narrow-only" });
    this.skips = make("div", { class: "skips" });
    this.setLook(this.look());
    document.addEventListener("keydown", (event) => this.key(event));
    this.link.connect();
  }

  look() {
    const look = localStorage.getItem("look");
    return LOOKS.includes(look) ? look : "auto";
  }

  setLook(look) {
    localStorage.setItem("look", look);
    document.documentElement.dataset.look = look;
  }

  placeOf(id) {
    return this.around.places.find((place) => place.id === id);
  }

  privatePlace() {
    return this.around.places.find((place) => place.kind === "private")?.id ?? null;
  }

  ask(what) {
    if (!BESIDE.includes(what.do)) this.awaits = BEGINS.includes(verbOf(what));
    return this.link.ask(what);
  }

  /** Whether somebody is in the middle of something that another column must not take away. */
  occupied() {
    const { composer, end } = this.table;
    const open = document.querySelector("dialog[open]") ?? this.table.element.querySelector("[role=listbox]:not([hidden])");
    return this.menuOpen || Boolean(this.inspection) || open !== null || composer.input.value !== "" || !end.held;
  }

  /** The hand of a game that this window began comes into view, where one column is shown at a time. */
  handCame() {
    this.awaits = false;
    if (this.wide() || this.side !== "table" || this.occupied()) return;
    this.look_at("hand", this.table.element.contains(document.activeElement));
  }

  form(form) {
    botForm(this, form);
  }

  // What comes in.

  told(frame) {
    switch (frame.t) {
      case "hello":
        this.hello(frame);
        break;
      case "around":
        this.arrange(frame.around);
        break;
      case "commands":
        this.commands = frame.commands;
        break;
      case "messages":
        this.news(frame);
        break;
      default:
        break;
    }
  }

  hello(frame) {
    this.open = frame.open;
    this.commands = frame.commands;
    setNow(frame.now);
    this.pages = new Map(
      Object.entries(frame.pages).map(([id, page]) => [id, { messages: new Map(page.messages.map((m) => [m.id, m])), more: page.more }]),
    );
    const before = this.table.place;
    this.around.take(frame.around);
    speak(this.around.language());
    const text = this.around.places.filter((p) => p.kind === "text" || p.kind === "thread");
    const wanted = this.wanted ?? before;
    const place = text.find((p) => p.id === wanted) ?? text[0];
    this.table.show(place?.id ?? null);
    this.hand.show(this.privatePlace());
    if (!this.inspection) this.lay();
    this.draw();
  }

  arrange(around) {
    const language = this.around.language();
    const names = JSON.stringify(this.around.people);
    this.around.take(around);
    if (this.around.language() !== language || JSON.stringify(around.people) !== names) {
      speak(this.around.language());
      this.table.speak();
      this.hand.speak();
    }
    const place = this.privatePlace();
    if (this.hand.place !== place) this.hand.show(place);
    if (this.soon && this.placeOf(this.soon)) {
      const to = this.soon;
      this.soon = undefined;
      this.go(to);
    }
    this.draw();
  }

  news(frame) {
    for (const message of frame.messages) {
      const page = this.page(message.channel);
      if (!page.messages.has(message.id)) this.noticed(message);
      page.messages.set(message.id, message);
    }
    for (const page of this.pages.values()) for (const id of frame.gone) page.messages.delete(id);
    for (const pane of [this.table, this.hand]) {
      pane.news(frame.messages.filter((m) => m.channel === pane.place), frame.gone);
    }
    const own = this.privatePlace();
    if (this.awaits && frame.messages.some((m) => m.channel === own && m.files.length > 0)) this.handCame();
  }

  page(channel) {
    if (!this.pages.has(channel)) this.pages.set(channel, { messages: new Map(), more: false });
    return this.pages.get(channel);
  }

  /** A new message where nobody looks leaves a mark. */
  noticed(message) {
    const own = message.channel === this.privatePlace();
    const mark = own ? "private" : message.channel;
    const looked = own ? this.wide() || this.side === "hand" : this.table.place === message.channel && (this.wide() || this.side === "table");
    if (!looked && !this.unread.has(mark)) {
      this.unread.add(mark);
      this.draw();
    }
  }

  stands(stands) {
    this.connected = stands;
    this.troubles();
  }

  troubles() {
    const text = this.connected === false ? say("offline") : this.around.bot.here ? "" : say("no-bot");
    this.trouble.textContent = text;
    this.trouble.hidden = text === "";
  }

  // What is shown.

  wide() {
    return matchMedia("(min-width: 1000px)").matches;
  }

  lay() {
    this.stage.replaceChildren(this.skips, this.trouble, this.tabs, make("main", { class: "columns" }, this.table.element, this.hand.element));
  }

  draw() {
    document.title = `${this.unread.has("private") ? "● " : ""}${this.around.nameOf(this.around.me)} · 炒地皮`;
    this.stage.dataset.side = this.side;
    const here = this.side === "hand" ? "private" : this.table.place;
    this.unread.delete(here);
    if (this.wide()) {
      this.unread.delete("private");
      this.unread.delete(this.table.place);
    }
    this.sidebar.draw();
    this.skips.replaceChildren(
      button(say("skip-table"), () => this.look_at("table", true)),
      button(say("skip-hand"), () => this.look_at("hand", true)),
      button(say("skip-write"), () => this.pane().composer.input.focus()),
    );
    const tab = (side, label, mark) =>
      button(label, () => this.look_at(side), { class: `tab${this.side === side ? " here" : ""}${this.unread.has(mark) ? " unread" : ""}`, "aria-pressed": this.side === side ? "true" : "false" });
    this.tabs.replaceChildren(
      button("☰", () => this.menu(true), { class: "icon", "aria-label": say("menu") }),
      tab("table", say("see-channel"), this.table.place),
      tab("hand", say("see-hand"), "private"),
    );
    this.troubles();
  }

  menu(open) {
    this.menuOpen = open;
    this.draw();
    if (open) document.querySelector("#sidebar button")?.focus();
  }

  pane() {
    return this.side === "hand" && !this.wide() ? this.hand : this.table;
  }

  look_at(side, focus) {
    this.side = side;
    this.menuOpen = false;
    this.draw();
    const pane = side === "hand" ? this.hand : this.table;
    pane.toEnd();
    if (focus) pane.focus();
  }

  go(id) {
    const place = this.placeOf(id);
    if (!place) return;
    if (this.inspection) this.leave();
    if (place.kind === "private") {
      this.look_at("hand");
      return;
    }
    this.side = "table";
    this.menuOpen = false;
    this.wanted = id;
    if (this.table.place !== id) this.table.show(id);
    this.draw();
  }

  /** Goes to a place that will be told of. */
  goSoon(id) {
    if (this.placeOf(id)) this.go(id);
    else this.soon = id;
  }

  become(id) {
    this.menuOpen = false;
    if (this.inspection) this.leave();
    history.replaceState(null, "", `/?user=${id}`);
    this.unread.clear();
    this.link.restart();
  }

  inspect(user) {
    this.menuOpen = false;
    this.inspection = new Inspection(this);
    this.stage.replaceChildren(this.trouble, make("main", { class: "columns" }, this.inspection.element));
    this.inspection.show(user);
    this.inspection.title.focus();
    this.sidebar.draw();
  }

  leave() {
    this.inspection = undefined;
    this.lay();
    this.draw();
    this.table.toEnd();
    this.hand.toEnd();
  }

  key(event) {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || document.querySelector("dialog[open]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || this.inspection) return;
    if (event.key === "Escape" && this.menuOpen) this.menu(false);
    const keys = {
      "/": () => {
        const { input } = this.pane().composer;
        input.focus();
        // What was refused is typed anew.
        if (input.value === "") input.value = "/";
        else input.select();
        this.pane().composer.typed();
      },
      h: () => this.look_at("hand", true),
      t: () => this.look_at("table", true),
    };
    const does = keys[event.key];
    if (does) {
      event.preventDefault();
      does();
    }
  }
}

const app = new App();
addEventListener("resize", () => app.draw());
