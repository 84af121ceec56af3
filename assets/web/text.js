// Reads the marks Discord knows in a text and makes elements of them.

import { make, withSuits } from "./make.js";
import { spoken } from "./words.js";

const PAIRS = [
  ["**", "strong"],
  ["__", "u"],
  ["~~", "s"],
  ["*", "em"],
  ["_", "em"],
];

/** The elements of a text. `around` knows people and places. */
export function formatted(text, around) {
  const blocks = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line.startsWith("```")) {
      const end = lines.findIndex((l, n) => n > at && l.trimEnd().endsWith("```"));
      const last = end < 0 ? lines.length - 1 : end;
      const code = lines.slice(at, last + 1).join("\n").replace(/^```\w*\n?/, "").replace(/```\s*$/, "");
      blocks.push(make("pre", {}, code));
      at = last;
      continue;
    }
    blocks.push(block(line, around));
  }
  return blocks;
}

function block(line, around) {
  const heading = line.match(/^(#{1,3}) (.*)/);
  if (heading) return make("p", { class: "heading" }, inline(heading[2], around));
  if (line.startsWith("-# ")) return make("p", { class: "small" }, inline(line.slice(3), around));
  if (line.startsWith("> ")) return make("blockquote", {}, inline(line.slice(2), around));
  const item = line.match(/^[-*] (.*)/);
  if (item) return make("p", { class: "item" }, inline(item[1], around));
  return make("p", {}, line === "" ? make("br") : inline(line, around));
}

/** The place of the mark that closes one opened before `from`; -1 without one. */
function closing(text, mark, from) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(mark, at)) {
      // A single star or stroke is not half of a double one.
      const double = mark.length === 1 && text[at + 1] === mark && text[at - 1] !== mark;
      if (double) at += 1;
      else if (at > from) return at;
    }
  }
  return -1;
}

function inline(text, around) {
  const parts = [];
  let plain = "";
  const flush = () => {
    // A dot between two things ends a line; it does not begin one. And how many of a suit there are stands beside it.
    const kept = plain.replace(/ · /g, "\u00a0· ").replace(/([♠♥♦♣]) (?=\d)/g, "$1\u00a0");
    if (plain) parts.push(...withSuits(kept));
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    if (text[at] === "\\" && at + 1 < text.length) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    const found = special(text, at, around);
    if (found) {
      flush();
      parts.push(found.element);
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return parts;
}

function special(text, at, around) {
  if (text[at] === "`") {
    const end = text.indexOf("`", at + 1);
    if (end > at) return { element: make("code", {}, text.slice(at + 1, end)), end: end + 1 };
  }
  if (text[at] === "<") {
    const tag = tagged(text.slice(at), around);
    if (tag) return { element: tag.element, end: at + tag.length };
  }
  if (text.startsWith("http", at)) {
    const match = text.slice(at).match(/^https?:\/\/[^\s<>)]+/);
    if (match) return { element: linked(match[0], around), end: at + match[0].length };
  }
  for (const [mark, tag] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    const end = closing(text, mark, at + mark.length);
    if (end > 0) {
      const inner = inline(text.slice(at + mark.length, end), around);
      return { element: make(tag, {}, inner), end: end + mark.length };
    }
  }
  return null;
}

function tagged(text, around) {
  const person = text.match(/^<@!?(\d+)>/);
  if (person) {
    const element = make("span", { class: person[1] === around.me ? "mention own" : "mention" }, `@${around.nameOf(person[1])}`);
    return { element, length: person[0].length };
  }
  const place = text.match(/^<#(\d+)>/);
  if (place) return { element: placeLink(place[1], around), length: place[0].length };
  const time = text.match(/^<t:(\d+)(?::([tTdDfFR]))?>/);
  if (time) return { element: moment(Number(time[1]), time[2]), length: time[0].length };
  return null;
}

function linked(address, around) {
  const place = address.match(/^https:\/\/discord\.com\/channels\/\d+\/(\d+)/);
  if (place) return placeLink(place[1], around);
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, address);
}

function placeLink(id, around) {
  const go = (event) => {
    event.preventDefault();
    around.go(id);
  };
  // A button would be a block of its own, where a line may break before the dot that follows.
  return make("a", { href: "#", class: "place-link", on: { click: go } }, `#${around.placeName(id)}`);
}

function moment(seconds, style) {
  const element = make("time", { datetime: new Date(seconds * 1000).toISOString(), data: { at: seconds, style: style ?? "f" } });
  tellTime(element);
  return element;
}

/** How Discord writes a moment, by its letter. */
const MOMENTS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** How far this machine's clock is from the stand-in's. */
let ahead = 0;

export function setNow(now) {
  ahead = now - Date.now();
}

function tellTime(element) {
  const at = Number(element.dataset.at) * 1000;
  if (element.dataset.style !== "R") {
    element.textContent = new Date(at).toLocaleString(spoken(), MOMENTS[element.dataset.style]);
    return;
  }
  const seconds = Math.round((at - (Date.now() + ahead)) / 1000);
  const size = Math.abs(seconds);
  const [count, unit] =
    size < 60 ? [seconds, "second"]
    : size < 3600 ? [Math.round(seconds / 60), "minute"]
    : size < 86400 ? [Math.round(seconds / 3600), "hour"]
    : [Math.round(seconds / 86400), "day"];
  element.textContent = new Intl.RelativeTimeFormat(spoken(), { numeric: "always" }).format(count, unit);
}

// Deadlines run while they are looked at.
setInterval(() => {
  if (document.hidden) return;
  for (const element of document.querySelectorAll("time[data-style=R]")) tellTime(element);
}, 1000);

/** The time of day at which something was written. */
export function clockTime(ms) {
  return new Date(ms).toLocaleTimeString(spoken(), { hour: "2-digit", minute: "2-digit" });
}
