// Buttons and selects under a message.

import { make, withSuits } from "./make.js";
import { say } from "./words.js";

const STYLES = { 1: "primary", 2: "plain", 3: "good", 4: "danger", 5: "plain" };

/** The rows of controls of a message. `hand` holds what is open and chosen, and acts. */
export function rows(view, hand) {
  const { message } = view;
  const all = new Map();
  const row = (n) => {
    if (!all.has(n)) all.set(n, []);
    return all.get(n);
  };
  for (const one of message.buttons) row(one.row).push(view.keep(`button ${one.id}`, [one, hand.busy === one.id], () => pressed(message, one, hand)));
  for (const one of message.selects) row(one.row).push(select(message, personal(one, view.around.people), hand));
  const numbers = [...all.keys()].sort((a, b) => a - b);
  return numbers.map((n) => make("div", { class: "row" }, all.get(n)));
}

/** A select with its entries: of one of people those are everybody. */
function personal(one, people) {
  if (!one.people) return one;
  const options = people.map((person) => ({ label: person.name, value: person.id, about: "", chosen: false }));
  return { ...one, options };
}

function pressed(message, one, hand) {
  if (one.url && /^https?:/.test(one.url)) return make("a", { class: "control plain", href: one.url, target: "_blank", rel: "noopener noreferrer" }, one.label);
  const busy = hand.busy === one.id;
  return make(
    "button",
    {
      type: "button",
      class: `control ${STYLES[one.style] ?? "plain"}${busy ? " busy" : ""}`,
      disabled: one.disabled || hand.still,
      "aria-busy": busy ? "true" : undefined,
      data: { key: one.id },
      on: { click: () => hand.click(message, one.id) },
    },
    one.emoji ? make("span", { class: "emoji" }, one.emoji) : null,
    make("span", {}, withSuits(one.label)),
  );
}

function select(message, one, hand) {
  const open = hand.open === one.id && !one.disabled && !hand.still;
  const chosen = one.options.filter((o) => o.chosen).map((o) => o.label);
  const label = chosen.length > 0 ? chosen.join(" ") : one.placeholder;
  const opener = make(
    "button",
    {
      type: "button",
      class: `control select${chosen.length > 0 ? " filled" : ""}${hand.busy === one.id ? " busy" : ""}`,
      disabled: one.disabled || hand.still,
      "aria-haspopup": "listbox",
      "aria-expanded": open ? "true" : "false",
      "aria-label": chosen.length > 0 ? `${one.placeholder}: ${label}` : undefined,
      data: { key: one.id },
      on: { click: () => hand.toggle(message, one.id) },
    },
    make("span", { class: "label" }, withSuits(label)),
    make("span", { class: "arrow", "aria-hidden": "true" }, open ? "▴" : "▾"),
  );
  return make("div", { class: "chooser" }, opener, open ? list(message, one, hand) : null);
}

/** How many may be chosen, in words. */
function wanted(one) {
  if (one.min === one.max) return say("choose-exactly", { min: one.min });
  return say("choose-between", { min: one.min, max: one.max });
}

function list(message, one, hand) {
  const several = one.max > 1 || one.min === 0;
  const picks = hand.picksOf(one);
  const counter = make("span", { class: "counter", "aria-live": "polite" });
  const confirm = make("button", { type: "button", class: "control good small", data: { key: `ok ${one.id}` }, on: { click: () => hand.choose(message, one, [...picks]) } }, say("confirm"));
  const tell = () => {
    counter.textContent = `${say("chosen", { count: picks.size })} · ${wanted(one)}`;
    confirm.disabled = picks.size < one.min || picks.size > one.max;
  };
  const box = make("ul", {
    class: "options",
    role: "listbox",
    "aria-label": one.placeholder,
    "aria-multiselectable": several ? "true" : undefined,
  });
  const settle = (item, value) => {
    if (!several) {
      hand.choose(message, one, [value]);
      return;
    }
    if (picks.has(value)) picks.delete(value);
    else if (picks.size < one.max) picks.add(value);
    item.setAttribute("aria-selected", picks.has(value) ? "true" : "false");
    tell();
  };
  one.options.forEach((option, n) => {
    const item = make(
      "li",
      {
        role: "option",
        class: "option",
        tabindex: n === 0 ? "0" : "-1",
        "aria-selected": picks.has(option.value) ? "true" : "false",
        data: { value: option.value },
        on: { click: () => settle(item, option.value) },
      },
      make("span", { class: "face" }, withSuits(option.label.replace(/^◆ /, ""))),
      option.about ? make("span", { class: "about" }, option.about) : null,
    );
    box.append(item);
  });
  box.addEventListener("keydown", (event) => keys(event, box, { settle, close: () => hand.toggle(message, one.id), send: () => { if (several && !confirm.disabled) confirm.click(); } }));
  tell();
  const none = make("button", { type: "button", class: "control plain small", on: { click: () => {
    picks.clear();
    for (const item of box.children) item.setAttribute("aria-selected", "false");
    tell();
  } } }, say("clear"));
  const cancel = make("button", { type: "button", class: "control plain small", on: { click: () => hand.toggle(message, one.id) } }, say("cancel"));
  const foot = several ? make("div", { class: "foot" }, counter, confirm, none, cancel) : make("div", { class: "foot" }, cancel);
  return make("div", { class: "list" }, box, foot);
}

/** Arrows move, Space chooses, Enter confirms, Escape closes. */
function keys(event, box, does) {
  const items = [...box.children];
  const at = items.indexOf(document.activeElement);
  if (at < 0) return;
  const go = (to) => {
    const item = items[Math.max(0, Math.min(items.length - 1, to))];
    for (const other of items) other.tabIndex = other === item ? 0 : -1;
    item.focus();
  };
  const above = () => {
    const here = items[at].getBoundingClientRect();
    return (down) => {
      const near = items
        .map((item, n) => ({ n, box: item.getBoundingClientRect() }))
        .filter((o) => (down ? o.box.top > here.bottom - 2 : o.box.bottom < here.top + 2));
      if (near.length === 0) return at;
      const row = down ? Math.min(...near.map((o) => o.box.top)) : Math.max(...near.map((o) => o.box.top));
      const line = near.filter((o) => Math.abs(o.box.top - row) < 4);
      line.sort((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left));
      return line[0].n;
    };
  };
  const moves = {
    ArrowRight: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    ArrowDown: () => go(above()(true)),
    ArrowUp: () => go(above()(false)),
    Home: () => go(0),
    End: () => go(items.length - 1),
    " ": () => does.settle(items[at], items[at].dataset.value),
    Enter: () => {
      // One that chooses a single entry is confirmed by choosing it.
      if (box.getAttribute("aria-multiselectable")) does.send();
      else does.settle(items[at], items[at].dataset.value);
    },
    Escape: () => does.close(),
  };
  const move = moves[event.key];
  if (move) {
    event.preventDefault();
    event.stopPropagation();
    move();
  }
}
