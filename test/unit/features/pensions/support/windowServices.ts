import type { Question } from "../../../../../src/platform/vscode/dialogs";
import type { WritingServices } from "../../../../../src/features/pensions/host/writing/services";
import type { PayloadFindings } from "../../../../../src/features/pensions/texts/findingLines";
import { NO_PRIVACY } from "../../../../fakes/privacy";
import { DEFINITION } from "../../../platform/http/support/bench";
import type { WritingBench } from "./writingBench";

/** The user before the commands of a window: what they were told, and the buttons they press. */
export interface WindowUser {
  readonly told: string[];
  readonly asked: Question[];
  /** Picks of messages, in turn; none where they run out. */
  readonly picks: (() => string | undefined)[];
  /** Runs while a question stands; true says yes. */
  answer: (question: Question) => boolean;
}

export interface WritingWindow {
  readonly services: WritingServices;
  readonly user: WindowUser;
}

/** What commands on payloads need, on the network of a bench. */
export function windowServices({ bench, writer, records }: WritingBench): WritingWindow {
  const { connection, client } = bench;
  const user: WindowUser = { told: [], asked: [], picks: [], answer: () => true };
  const dialogs = {
    notify: (_severity: string, text: string) => {
      user.told.push(text);
      return Promise.resolve(user.picks.shift()?.());
    },
    confirm: (question: Question) => {
      user.asked.push(question);
      return Promise.resolve(user.answer(question));
    },
  };
  const uri = (name: string) => ({ scheme: "answer", toString: () => name });
  const services = {
    ...{ dialogs, records, privacy: NO_PRIVACY },
    ...{
      writer: () => Promise.resolve(writer),
      open: () => Promise.resolve({ connection, client }),
    },
    ...{
      definition: () => Promise.resolve(DEFINITION),
      findings: () => Promise.resolve(NO_FINDINGS),
    },
    ...{ targets: { otherOfPath: () => undefined }, listedAt: () => undefined },
    ...{ clientLabel: () => undefined, keyFingerprint: () => "a1b2c3" },
    ...{ sameKeyWarning: () => undefined, showAnswer: uri, showText: uri },
  };
  return { services: services as unknown as WritingServices, user };
}

const NO_FINDINGS: PayloadFindings = {
  schema: { findings: [], more: 0, unusable: false },
  warnings: 0,
};
