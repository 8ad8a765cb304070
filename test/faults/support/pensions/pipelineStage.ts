import { isAppError } from "../../../../src/platform/base/errors";
import { type Payload, readPayload } from "../../../../src/features/pensions/common/payload";
import { payloadTemplate } from "../../../../src/features/pensions/common/template";
import type {
  WriteReview,
  WriteResult,
} from "../../../../src/features/pensions/common/writing/writer";
import { DEFINITION } from "../../../unit/platform/http/support/bench";
import { type SandboxUnderTest, startSandbox } from "../../../unit/support/sandboxProcess";
import { denials, type Fact, falseSuccesses, type Said } from "./claims";
import { faultsOf, isReadable, type PipelineCase } from "./pipelineCases";
import { openRelay, type Relay } from "./serviceRelay";
import { Truth } from "./truth";
import { openWindow, type Window } from "./window";
import { WriteWatch } from "./writeWatch";

/** What an independent observer found of one write. */
export interface Verdict {
  readonly said: Said;
  /** Why the user was asked, each time. */
  readonly reasons: readonly string[];
  readonly puts: number;
  readonly landed: number;
  readonly unconfirmed: readonly string[];
  readonly lost: readonly string[];
  readonly falseSuccesses: readonly string[];
  readonly denials: readonly string[];
}

interface Side {
  readonly sandbox: SandboxUnderTest;
  readonly relay: Relay;
  readonly truth: Truth;
  readonly window: Window;
}

/** A sandbox with tags and one without, each with a window before it. */
export class PipelineStage {
  private count = 0;

  private constructor(private readonly sides: ReadonlyMap<boolean, Side>) {}

  static async open(folder: string): Promise<PipelineStage> {
    const sides = await Promise.all(
      [true, false].map(async (tags) => [tags, await openSide(tags, folder)] as const),
    );
    return new PipelineStage(new Map(sides));
  }

  /** Brings the case about, writes, and looks at what became of it. */
  async run(one: PipelineCase): Promise<Verdict> {
    const side = this.sides.get(one.tags) as Side;
    const trial = new Trial(side, one, `PEN-${this.count++}`);
    await trial.prepare();
    try {
      return await trial.write();
    } finally {
      await side.sandbox.setFaults([]);
    }
  }

  async close(): Promise<void> {
    for (const { sandbox, relay, window } of this.sides.values()) {
      await window.close();
      await Promise.all([relay.close(), sandbox.stop()]);
    }
  }
}

async function openSide(tags: boolean, folder: string): Promise<Side> {
  const sandbox = await startSandbox({ pensionTags: tags });
  const relay = await openRelay(sandbox.facts.baseUrl);
  const truth = await Truth.of(sandbox);
  const shared = { facts: sandbox.facts, folder: `${folder}/${String(tags)}` };
  // In memory: what the disk has to do with it is another test's, and takes its time.
  const window = openWindow({ ...shared, baseUrl: relay.origin, isLasting: false });
  return { sandbox, relay, truth, window };
}

const BASE = {
  provider: "Aviva",
  schemeName: "Group Personal Pension",
  status: "active",
  value: 100.5,
  notes: "first",
};
const THEIRS = { ...BASE, notes: "theirs" };
const MINE = { ...BASE, value: 111.25 };

const TEXTS: Readonly<Record<PipelineCase["file"], () => string>> = {
  template: () => payloadTemplate(DEFINITION),
  unchanged: () => JSON.stringify(BASE, undefined, 2),
  mine: () => JSON.stringify(MINE, undefined, 2),
  unknownFields: () => JSON.stringify({ ...MINE, colour: "red", extra: { a: [1] } }),
  bigNumbers: () => '{"provider":"Aviva","value":12345678901234567890.12500,"notes":"first"}',
  duplicates: () => '{"provider":"One","notes":"first","provider":"Two"}',
  empty: () => " \n",
  syntax: () => '{"provider":"Aviva",',
  notObject: () => "[1]",
  halfCharacter: () => '{"provider":"\ud800"}',
};

/** One case from its beginning to its end. */
class Trial {
  private readonly watch: WriteWatch;
  private readonly reasons: string[] = [];
  private readonly text: string;

  constructor(
    private readonly side: Side,
    private readonly one: PipelineCase,
    private readonly pensionId: string,
  ) {
    this.text = TEXTS[one.file]();
    const { truth } = side;
    this.watch = new WriteWatch({
      ...{ truth, pensionId },
      sight: {
        isReadable: isReadable(one),
        isHidden: one.reading === "hidden" || one.reading === "gone",
      },
      beforePut: async () => {
        if (one.service === "changedBeforePut") {
          await this.putTheirs(THEIRS);
        }
      },
    });
    this.watch.follow(side.relay);
  }

  async prepare(): Promise<void> {
    const { service, reading } = this.one;
    const { truth } = this.side;
    if (service !== "absent" && service !== "createdAtConfirm") {
      await this.putTheirs(BASE);
    }
    if (isReadable(this.one) || reading === "fails" || reading === "page") {
      // The version last seen: what the user opened, some time ago.
      await this.side.window.writer.review(this.request(readPayload(JSON.stringify(BASE))), {
        whileCalling: (_step, task) => task(new AbortController().signal),
      });
    }
    if (service === "changedElsewhere") {
      await this.putTheirs(THEIRS);
    } else if (service === "changedToo") {
      await this.putTheirs({ ...BASE, value: 222.75 });
    } else if (service === "deletedSince") {
      await truth.delete(this.pensionId);
    }
    await truth.setFaults(this.pensionId, faultsOf(this.one));
  }

  async write(): Promise<Verdict> {
    const outcome = await this.outcome();
    const { window, truth } = this.side;
    const key = { connectionId: window.connection.id, ...this.target };
    const said: Said = { ...outcome, record: window.records.get(key) };
    const { puts, landed, unconfirmed, lost } = this.watch;
    const { answer } = this.one;
    const fact: Fact = {
      ...{ sent: this.text, landed, held: await truth.held(this.pensionId) },
      answerLies: answer === "echo" || answer === "dropped",
    };
    return {
      ...{ said, reasons: this.reasons, puts, landed, unconfirmed, lost },
      falseSuccesses: said.kind === "payload" ? [] : falseSuccesses(said, fact),
      denials: denials(said, fact),
    };
  }

  private async outcome(): Promise<Omit<Said, "record">> {
    try {
      return { kind: "result", code: "", result: await this.send(readPayload(this.text)) };
    } catch (error) {
      if (!isAppError(error)) {
        throw error;
      }
      const { code, kind } = error;
      const known = kind === "canceled" || kind === "payload" ? kind : "refused";
      const isUnknown = code === "pensions/outcomeUnknown";
      return { kind: isUnknown ? "unknown" : known, code, result: undefined };
    }
  }

  private async send(payload: Payload): Promise<WriteResult> {
    const { user } = this.one;
    return this.side.window.writer.write(this.request(payload), {
      goOnUnread: () => Promise.resolve(user !== "declines"),
      challenge: () => Promise.resolve(undefined),
      confirm: (review) => this.decide(review),
      whileCalling: (_step, task) => task(new AbortController().signal),
    });
  }

  private async decide(review: WriteReview): Promise<boolean> {
    this.reasons.push(review.reason);
    const { user, service } = this.one;
    if (this.reasons.length === 1) {
      await this.happenAtConfirm(service);
    }
    const isYes = user === "confirms" || (user === "declinesSecond" && this.reasons.length === 1);
    if (isYes) {
      this.watch.confirm(review);
    }
    return isYes;
  }

  private async happenAtConfirm(service: PipelineCase["service"]): Promise<void> {
    if (service === "deletedAtConfirm") {
      await this.side.truth.delete(this.pensionId);
    } else if (service === "changedAtConfirm" || service === "createdAtConfirm") {
      await this.putTheirs(THEIRS);
    }
  }

  private async putTheirs(content: object): Promise<void> {
    await this.side.truth.put(this.pensionId, JSON.stringify(content));
  }

  private get target(): { readonly clientId: string; readonly pensionId: string } {
    return { clientId: this.side.truth.clientId, pensionId: this.pensionId };
  }

  private request(payload: Payload) {
    const { connection, client } = this.side.window;
    return { connection, client, target: this.target, payload, title: "PUT pension" };
  }
}
