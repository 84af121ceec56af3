// Slash commands as a person types them: which there are, and what a line means.

import { spoken } from "./words.js";

/** The type of an option that names somebody. */
const USER = 6;

/** Discord's locale for the language of the page. */
function locale() {
  return spoken() === "en" ? "en-US" : spoken();
}

function word(part) {
  return part.name_localizations?.[locale()] ?? part.name;
}

function about(part) {
  return part.description_localizations?.[locale()] ?? part.description ?? "";
}

/** Somebody as a choice; of two with one name the id tells which. */
function personal(person, people) {
  const alone = people.filter((other) => other.name === person.name).length === 1;
  return { name: alone ? person.name : `${person.name} (${person.id})`, value: person.id };
}

/** Every command that can be typed in a place, subcommands one by one; `people` are those an option can name. */
export function offered(commands, isPrivate, people) {
  const persons = people.map((person) => personal(person, people));
  const found = [];
  const names = new Set();
  for (const command of commands) {
    const contexts = command.contexts ?? [0, 1];
    if (names.has(command.name) || !contexts.includes(isPrivate ? 1 : 0)) continue;
    names.add(command.name);
    walk(command, [], [], found, persons);
  }
  return found;
}

function walk(part, path, shown, found, persons) {
  const [names, words] = [[...path, part.name], [...shown, word(part)]];
  const inner = (part.options ?? []).filter((o) => o.type <= 2);
  if (inner.length > 0) {
    for (const option of inner) walk(option, names, words, found, persons);
    return;
  }
  const options = (part.options ?? []).map((o) => ({
    name: o.name,
    shown: word(o),
    about: about(o),
    type: o.type,
    required: o.required === true,
    autocomplete: o.autocomplete === true,
    choices: o.type === USER ? persons : (o.choices ?? []).map((c) => ({ name: c.name_localizations?.[locale()] ?? c.name, value: c.value })),
  }));
  found.push({ path: names, typed: `/${names.join(" ")}`, shown: `/${words.join(" ")}`, about: about(part), options });
}

/** The command a line begins with and what follows it; null while it is none. */
export function recognised(line, list) {
  let best = null;
  for (const command of list) {
    for (const name of [command.shown, command.typed]) {
      const fits = line === name || line.startsWith(`${name} `);
      if (fits && (!best || name.length > best.length)) best = { command, length: name.length };
    }
  }
  return best && { command: best.command, rest: line.slice(best.length) };
}

/** Commands that a half-typed line may become. */
export function matching(line, list) {
  const sought = line.slice(1).toLowerCase();
  const fits = (command) => [command.shown, command.typed].some((name) => name.slice(1).startsWith(sought));
  const loosely = (command) => [command.shown, command.typed, command.about].some((name) => name.toLowerCase().includes(sought));
  const first = list.filter(fits);
  return [...first, ...list.filter((c) => !first.includes(c) && loosely(c))];
}

/**
 * The options of a line. Written `name:value` or `name:"value"`; where a line names none, all
 * of it is the value of the first. `focus` is the one being typed.
 */
export function read(rest, command) {
  const marks = [];
  // What stands in quotes names no option.
  const open = ` ${rest}`.replace(/["“][^"“”]*["”]/g, (quoted) => "\0".repeat(quoted.length));
  for (const option of command.options) {
    for (const name of new Set([option.shown, option.name])) {
      const at = open.indexOf(` ${name}:`);
      if (at >= 0) marks.push({ option, at, from: at + name.length + 1 });
    }
  }
  marks.sort((a, b) => a.at - b.at);
  const values = new Map();
  marks.forEach((mark, n) => {
    const to = marks[n + 1]?.at ?? rest.length + 1;
    values.set(mark.option.name, unquoted(rest.slice(mark.from, to)));
  });
  let focus = marks.at(-1)?.option ?? null;
  const before = unquoted(rest.slice(0, marks[0]?.at ?? rest.length));
  const bare = command.options.find((o) => o.required) ?? command.options[0];
  const meant = before !== "" || bare?.required || command.options.length === 1;
  if (marks.length === 0 && bare && rest.length > 0 && meant) {
    if (before !== "") values.set(bare.name, before);
    focus = bare;
  }
  return { values, focus };
}

/** A value without the quotes around it; while it is being typed the last one is still to come. */
function unquoted(text) {
  const value = text.trim();
  return /^["“]/.test(value) ? value.slice(1).replace(/["”]$/, "").trim() : value;
}

/** What is sent for the options of a line; `picked` knows the values of suggestions taken. */
export function sendable(command, values, picked) {
  const options = [];
  for (const option of command.options) {
    const text = values.get(option.name);
    if (text === undefined || text === "") continue;
    options.push([option.name, valueOf(option, text, picked)]);
  }
  return options;
}

function valueOf(option, text, picked) {
  const same = (choice) => choice.name === text || String(choice.value) === text;
  const choice = option.choices.find(same);
  if (choice) return choice.value;
  const taken = picked.get(option.name);
  if (taken && taken.name === text) return taken.value;
  if (option.type === 4 && /^-?\d+$/.test(text)) return Number(text);
  if (option.type === 10 && text !== "" && !Number.isNaN(Number(text))) return Number(text);
  if (option.type === 5) return /^(true|yes|1|是|对|對)$/i.test(text);
  return text;
}
