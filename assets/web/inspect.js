// Everything one person sees, in all places, and nothing else: for looking only.

import { End } from "./follow.js";
import { button, make } from "./make.js";
import { MessageView } from "./message.js";
import { called, say } from "./words.js";

export class Inspection {
  constructor(app) {
    this.app = app;
    this.list = make("ol", { class: "messages" });
    this.more = button("", () => this.earlier(), { class: "control plain small earlier", hidden: true });
    this.about = make("p", { class: "muted" });
    this.title = make("h2", { class: "title", id: "inspect-title", tabindex: "-1" });
    this.who = make("select", { "aria-label": say("people"), on: { change: () => this.show(this.who.value) } });
    this.scroller = make("div", { class: "scroller" }, this.about, this.more, this.list);
    this.end = new End(this.scroller, this.list);
    this.element = make(
      "section",
      { class: "pane inspect", "aria-labelledby": "inspect-title" },
      make(
        "header",
        { class: "pane-head" },
        this.title,
        this.who,
        button(say("refresh"), () => this.show(this.user), { class: "control plain small" }),
        button(say("back"), () => app.leave(), { class: "control primary small" }),
      ),
      this.scroller,
    );
  }

  async show(user) {
    this.user = user;
    const name = this.app.around.nameOf(user);
    this.title.textContent = say("sees-title", { name });
    this.about.textContent = say("sees-about", { name });
    this.who.replaceChildren(
      ...this.app.around.people.map((person) => make("option", { value: person.id, selected: person.id === user }, person.name)),
    );
    this.list.replaceChildren();
    const answer = await this.app.ask({ do: "inspect", user, before: null });
    if (!answer.messages || this.user !== user) return;
    this.fill(answer);
    if (answer.messages.length === 0) this.about.textContent = say("sees-empty", { name });
    this.end.reach();
  }

  async earlier() {
    const answer = await this.app.ask({ do: "inspect", user: this.user, before: this.first });
    if (answer.messages) this.end.keepPlace(() => this.fill(answer));
  }

  fill(answer) {
    const views = answer.messages.map((message) => {
      const place = this.app.placeOf(message.channel);
      const where = place?.kind === "text" || place?.kind === "thread" ? `#${called(place.name)}` : say("private");
      const view = new MessageView(message, this.app.around, {
        prefix: "seen-",
        still: true,
        reader: this.app.around.nameOf(this.user),
        ask: async () => ({}),
        form: () => {},
        file: (id) => `/files/${encodeURIComponent(id)}?user=${this.user}`,
      });
      view.element.prepend(make("p", { class: "where" }, where));
      return view.element;
    });
    this.list.prepend(...views);
    this.first = answer.messages[0]?.id;
    this.more.textContent = say("earlier");
    this.more.hidden = !answer.more;
  }
}
