import type { FaultRule } from "./sandboxFaults";
import type { ReceivedCall } from "./receivedCalls";

/**
 * What the extension asks the sandbox's running program over IPC, and how it answers. JSON goes as
 * text where its numbers stay as they are written.
 */
export interface SandboxQuestions {
  /** These rules take the place of all before. Answer: those in force. */
  readonly setFaults: {
    readonly parameters: readonly FaultRule[];
    readonly answer: readonly FaultRule[];
  };
  /** Opens the address for tests on a free port, unless it is open. Answer: its root. */
  readonly openAdmin: { readonly parameters: undefined; readonly answer: string };
  /** Answer: what there is now, as the text of a scenario. */
  readonly saveScenario: { readonly parameters: undefined; readonly answer: string };
  /** Has a scenario in the place of what there is; `source` names its text where it is refused. */
  readonly loadScenario: {
    readonly parameters: { readonly text: string; readonly source: string };
    readonly answer: undefined;
  };
  /** As it was at its start. */
  readonly reset: { readonly parameters: undefined; readonly answer: undefined };
  /** Answers a call as it was answered elsewhere, before all other answers of a scenario. */
  readonly addAnswer: { readonly parameters: RecordedAnswer; readonly answer: AddedAnswer };
  /** The newest calls, in their order; from then on `calls` tells of others. */
  readonly receivedCalls: {
    readonly parameters: { readonly most: number };
    readonly answer: readonly ReceivedCall[];
  };
  /** One call with its body; undefined where it is not kept any more. */
  readonly receivedCall: { readonly parameters: number; readonly answer: ReceivedCall | undefined };
  readonly clearCalls: { readonly parameters: undefined; readonly answer: undefined };
}

/** An answer that was recorded at some service, to be given by the sandbox. */
export interface RecordedAnswer {
  readonly method: string;
  /** Without query; escaped characters are readable. */
  readonly path: string;
  /** What followed the question mark; "" for nothing. */
  readonly query: string;
  /** Of the definition, where the call was one of it: its path is then that of the sandbox. */
  readonly operationId?: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Where the sandbox gives an answer now: `GET` and `/crm/v1/clients?pageSize=25`. */
export interface AddedAnswer {
  readonly method: string;
  readonly target: string;
}

export interface SandboxQuestion<Name extends keyof SandboxQuestions = keyof SandboxQuestions> {
  readonly type: "question";
  readonly id: number;
  readonly name: Name;
  readonly parameters: SandboxQuestions[Name]["parameters"];
}

/** The answer to the question of this id, or why there is none. */
export interface SandboxAnswer {
  readonly type: "answer";
  readonly id: number;
  /** Absent where there is nothing to say: the channel is JSON. */
  readonly answer?: unknown;
  readonly refusal?: SandboxRefusal;
}

/** `sentence`: what is wrong with what was sent, in English and with the place. */
export interface SandboxRefusal {
  readonly sentence?: string;
}
