import { isAppError } from "../../../../src/platform/base/errors";
import { readPayload } from "../../../../src/features/pensions/common/payload";
import type {
  PresentVersion,
  WriteReview,
} from "../../../../src/features/pensions/common/writing/writer";
import type { Locks } from "../../../../src/platform/files/locks/locks";
import {
  parseKeepingNumbers,
  stringifyJson,
} from "../../../../src/features/sandbox/server/data/losslessJson";
import { type SandboxUnderTest, startSandbox } from "../../../unit/support/sandboxProcess";
import { Schedule, WatchedLocks } from "./schedule";
import { openRelay, type Relay } from "./serviceRelay";
import { Truth } from "./truth";
import { openWindow, type Window } from "./window";
import { type Turn, WriteWatch } from "./writeWatch";

/** How the service is: with tags, without, and not to be read. */
export const MODES = ["tags", "noTags", "unreadable"] as const;
export type Mode = (typeof MODES)[number];

/** What was seen of one interleaving. */
export interface Interleaving {
  readonly wrong: readonly string[];
  readonly lost: readonly string[];
  readonly puts: number;
  readonly landed: number;
  /** Reviews that said that the service held something else by now. */
  readonly changedMeanwhile: number;
  /** Confirmations that said that nobody can tell what is there. */
  readonly unread: number;
}

interface Place {
  readonly window: Window;
  readonly relay: Relay;
}

const FIELDS = ["provider", "schemeName", "planNumber", "notes"] as const;
const BASE = { provider: "p0", schemeName: "s0", planNumber: "n0", notes: "o0", value: 100.5 };
const EDITS = 2;

/** Two windows over one folder and one sandbox, each with a wire of its own. */
export class TwoWindows {
  private count = 0;

  private constructor(
    private readonly sandbox: SandboxUnderTest,
    private readonly truth: Truth,
    private readonly places: readonly Place[],
    private readonly locks: WatchedLocks,
  ) {}

  static async open(folder: string, tags: boolean): Promise<TwoWindows> {
    const sandbox = await startSandbox({ pensionTags: tags });
    const locks = new WatchedLocks();
    const places = await Promise.all(
      [0, 1].map(async (who) => {
        const relay = await openRelay(sandbox.facts.baseUrl);
        const [{ facts }, { origin: baseUrl }] = [sandbox, relay];
        const watchLocks = (files: Locks): Locks => locks.watch(who, files);
        return { relay, window: openWindow({ facts, folder, baseUrl, watchLocks }) };
      }),
    );
    return new TwoWindows(sandbox, await Truth.of(sandbox), places, locks);
  }

  /** Lets both edit one pension, in an order that the numbers decide. */
  async interleave(mode: Mode, random: () => number): Promise<Interleaving> {
    const pensionId = `PEN-T${this.count++}`;
    await this.truth.put(pensionId, JSON.stringify(BASE));
    const isReadable = mode !== "unreadable";
    const fault = { kind: "status", status: 405 } as const;
    await Promise.all(this.places.map(({ window }) => this.open(window, pensionId)));
    await this.truth.setFaults(pensionId, isReadable ? [] : [{ method: "GET", fault }]);
    const schedule = new Schedule(random, this.locks.heldUp);
    const turn = oneAtATime();
    const users = this.places.map(
      (place, who) =>
        new User({ place, who, random, truth: this.truth, pensionId, isReadable, turn }),
    );
    await schedule.run(users.map((user) => (step) => user.work(step)));
    this.places.forEach(({ relay }) => relay.release());
    await this.sandbox.setFaults([]);
    const sum = (of: (user: User) => number): number =>
      users.reduce((total, user) => total + of(user), 0);
    return {
      wrong: users.flatMap(({ wrong, watch }) => [...wrong, ...watch.unconfirmed]),
      lost: users.flatMap(({ watch }) => watch.lost),
      puts: sum(({ watch }) => watch.puts),
      landed: sum(({ watch }) => watch.landed),
      changedMeanwhile: sum(({ changedMeanwhile }) => changedMeanwhile),
      unread: sum(({ unread }) => unread),
    };
  }

  /** Each has the pension open before anything begins. */
  private async open({ connection, client, writer }: Window, pensionId: string): Promise<void> {
    const target = { clientId: this.truth.clientId, pensionId };
    const payload = readPayload(JSON.stringify(BASE));
    await writer.review(
      { connection, client, target, payload, title: "Open" },
      { whileCalling: (_step, task) => task(new AbortController().signal) },
    );
  }

  async close(): Promise<void> {
    for (const { window, relay } of this.places) {
      await window.close();
      await relay.close();
    }
    await this.sandbox.stop();
  }
}

interface UserOptions {
  readonly place: Place;
  readonly who: number;
  readonly random: () => number;
  readonly truth: Truth;
  readonly pensionId: string;
  readonly isReadable: boolean;
  readonly turn: Turn;
}

/** Somebody who edits a file in a window and puts it, reading what they are shown. */
class User {
  readonly watch: WriteWatch;
  readonly wrong: string[] = [];
  changedMeanwhile = 0;
  unread = 0;
  private content: Record<string, unknown> = { ...BASE };
  /** What the file was made from, or what this window wrote last. */
  private basis = fieldsOf(this.content);

  constructor(private readonly options: UserOptions) {
    const { truth, pensionId, turn, isReadable } = options;
    this.watch = new WriteWatch({
      ...{ truth, pensionId, turn },
      sight: { isReadable, isHidden: false },
    });
  }

  /** Opens the pension, then edits and writes again and again. */
  async work(step: () => Promise<void>): Promise<void> {
    this.watch.follow(this.options.place.relay, step);
    for (let edit = 1; edit <= EDITS; edit++) {
      await step();
      const field = FIELDS[Math.floor(this.options.random() * FIELDS.length)] ?? "notes";
      this.content[field] = `${field} of window ${this.options.who}, edit ${edit}`;
      await this.write(step);
    }
  }

  private async write(step: () => Promise<void>): Promise<void> {
    const { place, truth, pensionId } = this.options;
    const { connection, client, writer } = place.window;
    const target = { clientId: truth.clientId, pensionId };
    const payload = readPayload(stringifyJson(this.content));
    const request = { connection, client, target, payload, title: "PUT pension" };
    try {
      const result = await writer.write(request, {
        goOnUnread: () => Promise.resolve(true),
        confirm: (review) => this.decide(review, step),
        whileCalling: (_step, task) => task(new AbortController().signal),
      });
      this.basis = fieldsOf(this.content);
      const lost = this.options.isReadable ? result.verdict !== "landed" : false;
      // Another window may have written before the read that followed.
      this.wrong.push(...(lost && result.verdict !== "differs" ? [result.verdict] : []));
    } catch (error) {
      const isDeclined = isAppError(error) && error.kind === "canceled";
      this.wrong.push(...(isDeclined ? [] : [String(error)]));
    }
  }

  /** Takes over what somebody else did, most of the time; or writes over it, knowing of it. */
  private async decide(review: WriteReview, step: () => Promise<void>): Promise<boolean> {
    await step();
    const { current, comparison, reason, effect } = review;
    this.changedMeanwhile += reason === "asked" ? 0 : 1;
    this.unread += effect === "unknown" ? 1 : 0;
    if (current.kind === "present") {
      this.expectTold(fieldsOf(parseKeepingNumbers(current.text)), comparison?.changedThere);
    }
    const isForeign = (comparison?.changedThere ?? 0) > 0;
    if (isForeign && current.kind === "present" && this.options.random() < 0.6) {
      await this.takeOver(current);
      return false;
    }
    this.watch.confirm(review);
    return true;
  }

  /** Begins again from what is there. */
  private async takeOver(current: PresentVersion): Promise<void> {
    this.basis = fieldsOf(parseKeepingNumbers(current.text));
    this.content = { ...this.basis };
    const { place, truth, pensionId } = this.options;
    const key = { connectionId: place.window.connection.id, clientId: truth.clientId, pensionId };
    await place.window.records.noteSeen(key, current);
  }

  /** What somebody else changed since this window's file was made is never told as its own edit. */
  private expectTold(there: Readonly<Record<string, unknown>>, changedThere = 0): void {
    const isChanged = stringifyJson(there) !== stringifyJson(this.basis);
    this.wrong.push(...(isChanged && changedThere === 0 ? ["theirs was told as mine"] : []));
  }
}

function fieldsOf(content: unknown): Readonly<Record<string, unknown>> {
  const members = content as Readonly<Record<string, unknown>>;
  return Object.fromEntries([...FIELDS, "value"].map((name) => [name, members[name]]));
}

function oneAtATime(): Turn {
  let tail = Promise.resolve();
  let leave = (): void => undefined;
  return {
    enter: async () => {
      const before = tail;
      const own = Promise.withResolvers<undefined>();
      tail = own.promise;
      await before;
      leave = () => own.resolve(undefined);
    },
    leave: () => leave(),
  };
}
