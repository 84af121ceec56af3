// The connection of this window: asks, is told, and comes back by itself.

import { asked } from "./words.js";

const SOONEST = 300;
const LATEST = 5000;

export class Link {
  /** `told` gets every frame that is no answer; `changed` whether the connection stands. */
  constructor(told, changed) {
    this.told = told;
    this.changed = changed;
    this.number = 0;
    this.waiting = new Map();
    this.wait = SOONEST;
    this.open = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
    });
  }

  /** How this window says who it is for. */
  who() {
    const own = location.pathname.match(/^\/p\/([0-9a-f]+)$/);
    if (own) return `key=${own[1]}`;
    const user = new URLSearchParams(location.search).get("user");
    return user && /^\d+$/.test(user) ? `user=${user}` : "";
  }

  /** Where a file of a message is. */
  file(id) {
    return `/files/${encodeURIComponent(id)}?${this.who()}`;
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${this.who()}&language=${asked}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("open", () => {
      this.wait = SOONEST;
      this.open = true;
      this.changed(true);
    });
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.lost();
    });
  }

  /** Connects anew, as whoever the address names now. */
  restart() {
    const old = this.socket;
    this.socket = undefined;
    old?.close();
    this.giveUp();
    this.connect();
  }

  hurry() {
    if (this.timer !== undefined) this.connect();
  }

  lost() {
    this.open = false;
    this.giveUp();
    this.changed(false);
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LATEST);
  }

  giveUp() {
    for (const done of this.waiting.values()) done({ failed: true, lost: true });
    this.waiting.clear();
  }

  heard(frame) {
    if (frame.t === "answer") {
      this.waiting.get(frame.n)?.(frame.is);
      this.waiting.delete(frame.n);
    } else {
      this.told(frame);
    }
  }

  /** Asks; what came of it, never an exception. */
  ask(what) {
    if (!this.open) return Promise.resolve({ failed: true, lost: true });
    this.number += 1;
    const n = this.number;
    const answer = new Promise((done) => this.waiting.set(n, done));
    this.socket.send(JSON.stringify({ n, ...what }));
    return answer;
  }
}
