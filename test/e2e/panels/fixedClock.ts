/**
 * Script that lets the clock of a page stand still, in milliseconds since 1970; timers run all the
 * same. Unlike Playwright's own clock it goes with its document, and the page can be kept.
 */
export function fixedClockScript(now: number): string {
  return `(${SCRIPT})(${now});`;
}

/** Lets such a clock stand at another time. */
export function setClockScript(now: number): string {
  return `setClock(${now});`;
}

const SCRIPT = `(now) => {
  globalThis.setClock = (next) => void (now = next);
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [now] : given));
    }
    static now() {
      return now;
    }
  };
}`;
