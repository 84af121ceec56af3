// The box to write in: plain words, or a slash command with its suggestions.

import { announce, make } from "./make.js";
import { matching, offered, read, recognised, sendable } from "./commands.js";
import { problem } from "./message.js";
import { called, say, sentences } from "./words.js";

/** So long the typing rests before the bot is asked for suggestions. */
const RESTS = 120;
const MOST = 25;

/** A command as a suggestion. */
function suggested(command) {
  return { text: command.shown, about: command.about, become: `${command.shown} ` };
}

export class Composer {
  constructor(app, pane) {
    this.app = app;
    this.pane = pane;
    this.items = [];
    this.at = -1;
    this.picked = new Map();
    this.asked = 0;
    const id = `${pane.name}-suggestions`;
    this.input = make("input", {
      type: "text",
      class: "write",
      id: `${pane.name}-write`,
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-autocomplete": "list",
      on: { input: () => this.typed(), keydown: (event) => this.key(event), blur: () => this.close(), focus: () => this.typed() },
    });
    this.list = make("ul", { class: "suggestions", role: "listbox", id, hidden: true });
    this.note = make("p", { class: "note", "aria-live": "polite" });
    this.send = make("button", { type: "button", class: "control primary send", on: { click: () => this.submit() } });
    this.element = make("div", { class: "composer" }, this.list, this.note, make("div", { class: "line" }, this.input, this.send));
  }

  speak() {
    const place = this.app.placeOf(this.pane.place);
    const name = this.pane.name === "hand" ? this.app.around.bot.name : `#${called(place?.name ?? "")}`;
    this.input.placeholder = say("write");
    this.input.setAttribute("aria-label", sentences([say("write-in", { name }), say("write")]));
    this.list.setAttribute("aria-label", say("suggestions"));
    this.send.textContent = say("send");
  }

  commands() {
    return offered(this.app.commands, this.pane.name === "hand", this.app.around.people);
  }

  /** What the line asks for now. */
  typed() {
    const line = this.input.value.trimStart();
    // Suggestions that are still to come are for another line.
    this.asked += 1;
    this.note.textContent = "";
    if (!line.startsWith("/")) {
      this.show([]);
      return;
    }
    const list = this.commands();
    const known = recognised(line, list);
    if (!known) {
      const fits = matching(line.trimEnd(), list).slice(0, MOST);
      this.show(fits.map(suggested));
      return;
    }
    const { command, rest } = known;
    const { values, focus } = read(rest, command);
    this.hint(command, values);
    if (!focus) {
      this.show(rest.endsWith(" ") || rest === "" ? this.names(command, values, `${command.shown} `) : []);
    } else if (focus.autocomplete) {
      // Names of commands must not be taken for the values that are to come.
      if (!this.items.some((item) => item.take)) this.show([]);
      this.suggest(command, values, focus);
    } else if (focus.choices.length > 0) {
      const text = values.get(focus.name) ?? "";
      const exact = focus.choices.some((c) => c.name === text);
      const fits = exact ? [] : focus.choices.filter((c) => c.name.toLowerCase().includes(text.toLowerCase()));
      this.show(fits.map((choice) => this.taking(command, values, focus, choice)));
    } else {
      this.show([]);
    }
  }

  /** Names of the options that may still be given. */
  names(command, values, before) {
    // A single one need not be named: what follows the command is its value.
    const left = command.options.filter((o) => !values.has(o.name));
    if (command.options.length === 1 && left[0]?.choices.length) {
      return left[0].choices.map((choice) => this.taking(command, values, left[0], choice));
    }
    return left.map((o) => ({ text: `${o.shown}:`, about: o.about, become: `${before}${o.shown}:` }));
  }

  hint(command, values) {
    const missing = command.options.filter((o) => o.required && !values.get(o.name));
    const left = command.options.filter((o) => !values.has(o.name));
    const parts = [command.about];
    if (missing.length > 0) parts.push(missing.map((o) => `${o.shown} (${say("required")}): ${o.about}`).join(" "));
    else if (left.length > 0) parts.push(say("options-left", { names: left.map((o) => o.shown).join(", ") }));
    if (missing.length === 0) parts.push(say("ready-to-send"));
    this.note.textContent = parts.join(" · ");
  }

  /** The suggestion that puts a value into the line. */
  taking(command, values, option, choice) {
    const line = [command.shown];
    for (const other of command.options) {
      if (other.name === option.name) line.push(`${option.shown}:${choice.name}`);
      else if (values.get(other.name)) line.push(`${other.shown}:${values.get(other.name)}`);
    }
    return { text: choice.name, about: "", become: line.join(" "), take: () => this.picked.set(option.name, choice) };
  }

  async suggest(command, values, focus) {
    this.asked += 1;
    const asked = this.asked;
    await new Promise((done) => setTimeout(done, RESTS));
    if (asked !== this.asked) return;
    const text = values.get(focus.name) ?? "";
    const options = sendable(command, values, this.picked).filter(([name]) => name !== focus.name);
    options.push([focus.name, text]);
    const answer = await this.app.ask({ do: "complete", channel: this.pane.place, path: command.path, options, focused: focus.name });
    if (asked !== this.asked || document.activeElement !== this.input) return;
    const choices = (answer.choices ?? []).filter((c) => c.name !== text);
    this.show(choices.slice(0, MOST).map((choice) => this.taking(command, values, focus, choice)));
  }

  show(items) {
    this.items = items;
    this.at = -1;
    this.list.replaceChildren(
      ...items.map((item, n) =>
        make(
          "li",
          {
            role: "option",
            id: `${this.pane.name}-s${n}`,
            "aria-selected": "false",
            // The input keeps the focus.
            on: { pointerdown: (event) => { event.preventDefault(); this.accept(n); } },
          },
          make("span", { class: "name" }, item.text),
          item.about ? make("span", { class: "about" }, item.about) : null,
        ),
      ),
    );
    this.list.hidden = items.length === 0;
    this.input.setAttribute("aria-expanded", items.length > 0 ? "true" : "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  close() {
    this.asked += 1;
    this.show([]);
  }

  mark(at) {
    const count = this.items.length;
    if (count === 0) return;
    this.list.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = (at + count) % count;
    const item = this.list.children[this.at];
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", item.id);
  }

  accept(n) {
    const item = this.items[n];
    item.take?.();
    this.input.value = item.become;
    this.typed();
    if (item.take) this.close();
  }

  key(event) {
    if (event.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
        if (this.items.length > 0) event.preventDefault();
        this.mark(this.at + 1);
        break;
      case "ArrowUp":
        if (this.items.length > 0) event.preventDefault();
        this.mark(this.at < 0 ? -1 : this.at - 1);
        break;
      case "Escape":
        this.close();
        break;
      case "Enter":
        event.preventDefault();
        if (this.at >= 0) this.accept(this.at);
        else this.submit();
        break;
      default:
        break;
    }
  }

  async submit() {
    const line = this.input.value.trim();
    if (line === "") return;
    if (!line.startsWith("/")) {
      await this.sent({ do: "say", channel: this.pane.place, text: line });
      return;
    }
    const list = this.commands();
    const known = recognised(line, list);
    if (!known) {
      const fits = matching(line, list);
      if (fits.length === 1) {
        this.input.value = `${fits[0].shown} `;
        this.typed();
      } else {
        this.refuse(this.unknown(line, fits));
        this.show(fits.slice(0, MOST).map(suggested));
      }
      return;
    }
    const { values } = read(known.rest, known.command);
    const missing = known.command.options.find((o) => o.required && !values.get(o.name));
    if (missing) {
      this.input.value = `${line} `;
      this.typed();
      return;
    }
    const options = sendable(known.command, values, this.picked);
    await this.sent({ do: "slash", channel: this.pane.place, path: known.command.path, options });
  }

  /** Why a line is no command: one of its subcommands is missing, or there is none like it. */
  unknown(line, fits) {
    const under = fits.filter((c) => [c.shown, c.typed].some((name) => name.startsWith(`${line} `)));
    if (under.length === 0) return say("no-command");
    return say("sub-missing", { command: line, names: under.map((c) => c.shown).join(", ") });
  }

  /** Says what is wrong with the line; it stays, and what is typed next takes its place. */
  refuse(why) {
    this.note.textContent = why;
    announce(why);
    this.input.select();
  }

  async sent(what) {
    const line = this.input.value;
    this.input.value = "";
    this.close();
    this.note.textContent = "…";
    const answer = await this.app.ask(what);
    const wrong = problem(answer);
    this.note.textContent = wrong ?? "";
    if (wrong) {
      // What was typed is not lost, nor what has been typed since.
      if (this.input.value !== "") {
        announce(wrong);
        return;
      }
      this.input.value = line;
      this.refuse(wrong);
      return;
    }
    this.picked.clear();
    this.pane.toEnd();
    if (answer.form) this.app.form(answer.form);
  }
}
