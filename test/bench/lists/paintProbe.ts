import type { Frame } from "playwright-core";

/** What a list was seen to do, in milliseconds. */
export interface Painted {
  /** From the key press, or from the question where no key was pressed, to rows on screen. */
  readonly took: number;
}

export interface Frames {
  /** Each frame's length while it was scrolled. */
  readonly frames: readonly number[];
  /** The longest time in which a row in sight had nothing in it. */
  readonly longestBlank: number;
}

/**
 * Looks at a list in its webview, by roles alone, so that it serves any of them: what is timed
 * ends with the frame after the one in which other rows were there, whole.
 */
export class PaintProbe {
  constructor(private readonly frame: Frame) {}

  static async install(frame: Frame): Promise<PaintProbe> {
    await frame.evaluate(PROBE);
    return new PaintProbe(frame);
  }

  /** Waits for rows that are not those of now; the time runs from the next key press on. */
  async armForKey(): Promise<() => Promise<Painted>> {
    await this.frame.evaluate("fpProbe.arm(true)");
    return () => this.frame.evaluate<Painted>("fpProbe.painted");
  }

  /** As `armForKey`; the time runs from now on. */
  async arm(): Promise<() => Promise<Painted>> {
    await this.frame.evaluate("fpProbe.arm(false)");
    return () => this.frame.evaluate<Painted>("fpProbe.painted");
  }

  /** Waits until rows are there and nothing is loading. */
  settle(): Promise<void> {
    return this.frame.evaluate<undefined>("fpProbe.settle()");
  }

  /** Puts the focus on a cell in sight, as a click would. */
  async focus(): Promise<void> {
    await this.frame.locator('[role="gridcell"]').nth(1).click();
  }

  /** The longest time without a frame, and the longest task, since the last call. */
  stalls(): Promise<number> {
    return this.frame.evaluate<number>("fpProbe.stalls()");
  }

  /** Scrolls so many screens down and back, as fast as frames come. */
  sweep(screens: number): Promise<Frames> {
    return this.frame.evaluate<Frames>(`fpProbe.sweep(${screens})`);
  }

  /** Jumps to a place, 0 the beginning and 1 the end; milliseconds to rows on screen. */
  jump(share: number): Promise<number> {
    return this.frame.evaluate<number>(`fpProbe.jump(${share})`);
  }

  /** Whether the list has a field that leaves only rows with a text in them. */
  canSearch(): Promise<boolean> {
    return this.frame.evaluate<boolean>("fpProbe.canSearch()");
  }

  /** Types into that field; milliseconds until the rows in sight all hold the text. */
  search(text: string): Promise<number> {
    return this.frame.evaluate<number>(`fpProbe.search(${JSON.stringify(text)})`);
  }

  rowCount(): Promise<number> {
    return this.frame.evaluate<number>("fpProbe.rowCount()");
  }
}

/** Frames and long tasks of a page that has no list in it. */
export const STALL_PROBE = `
  (() => {
    let longest = 0;
    let last = performance.now();
    const beat = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      requestAnimationFrame(beat);
    };
    requestAnimationFrame(beat);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ entryTypes: ["longtask"] });
    globalThis.fpStalls = () => {
      const worst = longest;
      longest = 0;
      return worst;
    };
  })();
`;

/** Everything in this text runs in the webview of a list. */
const PROBE = `
  ${STALL_PROBE}
  (() => {
    const LIMIT = 120000;
    const SEARCH = '[role="search"] input';
    const deep = (root, selector) => {
      const found = root.querySelector(selector);
      if (found) return found;
      for (const element of root.querySelectorAll("*")) {
        const inside = element.shadowRoot && deep(element.shadowRoot, selector);
        if (inside) return inside;
      }
      return null;
    };
    const frame = () => new Promise(requestAnimationFrame);
    const grid = () => deep(document, '[role="grid"]');
    const scroller = () => grid()?.closest(".scroll") ?? grid()?.querySelector(".scroll");
    const inSight = () => {
      const box = scroller()?.getBoundingClientRect();
      if (!box || box.height === 0) return [];
      const rows = new Map();
      for (const cell of grid().querySelectorAll('[role="gridcell"]')) {
        const row = cell.parentElement;
        if (!rows.has(row)) {
          const { top, bottom } = row.getBoundingClientRect();
          rows.set(row, bottom > box.top + 40 && top < box.bottom);
        }
      }
      return [...rows].filter(([, isSeen]) => isSeen).map(([row]) => row);
    };
    const text = (row) =>
      [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent).join("|");
    const isWhole = (rows) => rows.length > 0 && rows.every((row) => /[^|\\s]/.test(text(row)));
    const first = () => {
      const rows = inSight();
      return isWhole(rows) ? text(rows[0]) : undefined;
    };
    const isBusy = () => grid()?.getAttribute("aria-busy") === "true";
    const until = async (test, start = performance.now()) => {
      for (;;) {
        await frame();
        if (test()) {
          // Drawn with this frame: over when the next one begins.
          await frame();
          return performance.now() - start;
        }
        if (performance.now() - start > LIMIT) throw new Error("never painted");
      }
    };
    globalThis.fpProbe = {
      painted: undefined,
      arm(isByKey) {
        const before = first();
        const pressed = isByKey
          ? new Promise((resolve) => addEventListener("keydown", function hear(event) {
              if (event.key !== "PageDown") return;
              removeEventListener("keydown", hear, true);
              resolve(event.timeStamp);
            }, true))
          : Promise.resolve(performance.now());
        this.painted = pressed.then(async (start) => ({
          took: await until(() => ![undefined, before].includes(first()), start),
        }));
      },
      settle: async () => {
        await until(() => first() !== undefined && !isBusy());
      },
      stalls: () => fpStalls(),
      rowCount: () => {
        const counted = Number(grid()?.getAttribute("aria-rowcount") ?? 0) - 1;
        return counted > 0 ? counted : inSight().length;
      },
      sweep: async (screens) => {
        const element = scroller();
        const frames = [];
        let longestBlank = 0;
        let blankSince;
        let last = performance.now();
        const step = element.clientHeight / 3;
        for (let turn = 0; turn < screens * 6; turn++) {
          element.scrollTop += turn < screens * 3 ? step : -step;
          await frame();
          const now = performance.now();
          frames.push(now - last);
          last = now;
          if (isWhole(inSight())) {
            blankSince = undefined;
          } else {
            blankSince ??= now;
            longestBlank = Math.max(longestBlank, now - blankSince);
          }
        }
        return { frames, longestBlank };
      },
      jump: (share) => {
        const before = first();
        const element = scroller();
        element.scrollTop = (element.scrollHeight - element.clientHeight) * share;
        return until(() => ![undefined, before].includes(first()));
      },
      canSearch: () => deep(document, SEARCH) !== null,
      search: (wanted) => {
        const input = deep(document, SEARCH);
        const before = first();
        const start = performance.now();
        input.focus();
        input.value = wanted;
        input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
        const small = wanted.toLowerCase();
        return until(
          () => first() !== undefined && (wanted === ""
            ? first() !== before
            : inSight().every((row) => row.textContent.toLowerCase().includes(small))),
          start,
        );
      },
    };
  })();
`;
