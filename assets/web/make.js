// Makes elements. Text only ever becomes text: nothing here reads markup.

/** An element with attributes, listeners (`on`), data (`data`) and children. */
export function make(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, does] of Object.entries(value)) element.addEventListener(event, does);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (name === "class") {
      element.className = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button that does something. */
export function button(label, does, given = {}) {
  return make("button", { type: "button", on: { click: does }, ...given }, label);
}

/** Says something to who listens to the page. */
export function announce(text) {
  const told = document.getElementById("told");
  if (told) told.textContent = text;
}

/** Whether an id is older than another: they rise, and longer ones are larger. */
export function older(a, b) {
  return a.length === b.length ? a < b : a.length < b.length;
}

const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

/**
 * Each suit in its colour, the one it has in the pictures, wherever cards are named; and each stroke together with
 * the Chinese word that it makes a command: a line may not end between them.
 */
export function withSuits(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(/([♠♥♦♣])(?:10|[2-9JQKA])?|\/\p{Script=Han}/gu)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(make("span", { class: match[1] ? `suit ${SUITS[match[1]]}` : "whole" }, match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
