// Keeps a column at its newest message until its reader scrolls away.

/** So near to the end counts as at it, in pixels. */
const NEAR = 48;

export class End {
  /** `changed` hears whether the end is held now. */
  constructor(scroller, content, changed = () => {}) {
    this.scroller = scroller;
    this.changed = changed;
    this.held = true;
    this.note();
    scroller.addEventListener("scroll", () => this.scrolled());
    // Pictures come later than their messages, and the box below grows.
    const sizes = new ResizeObserver(() => {
      if (this.held) this.reach();
    });
    sizes.observe(content);
    sizes.observe(scroller);
  }

  note() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.seen = { top: scrollTop, height: scrollHeight, room: clientHeight };
  }

  /**
   * A browser scrolls, too, when what it shows shrinks, and tells so only later,
   * when it may have grown again. So only a move upwards in which no size has
   * changed is one of the reader's.
   */
  scrolled() {
    const { seen } = this;
    this.note();
    const { top, height, room } = this.seen;
    const up = top < seen.top;
    if (!up && top + room > height - NEAR) this.hold(true);
    else if (up && height === seen.height && room === seen.room) this.hold(false);
    else if (this.held) this.reach();
  }

  hold(held) {
    this.held = held;
    this.changed(held);
  }

  /** Goes to the end; to the top of a newest message that `tall` says is to be read from there. */
  reach() {
    const { scroller } = this;
    const end = scroller.scrollHeight - scroller.clientHeight;
    const start = this.start?.() ?? end;
    // Who has read on from that top stays where they are.
    const to = Math.min(end, Math.max(start, scroller.scrollTop));
    if (start >= end || to !== scroller.scrollTop) scroller.scrollTop = start < end ? to : scroller.scrollHeight;
    this.note();
    this.hold(true);
  }

  /** What was added above must not move what is read. */
  keepPlace(does) {
    const height = this.scroller.scrollHeight;
    this.hold(false);
    does();
    this.scroller.scrollTop += this.scroller.scrollHeight - height;
    this.note();
  }
}
