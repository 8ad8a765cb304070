import type { ReceivedCall } from "../messages/receivedCalls";
import type { SandboxMessage } from "../messages/sandboxMessages";
import type {
  SandboxQuestion,
  SandboxQuestions,
  SandboxRefusal,
} from "../messages/sandboxQuestions";
import { stringifyJson } from "./data/losslessJson";
import { readFaultRules } from "./faults/faultRules";
import { OptionError } from "./optionError";
import type { RunningSandbox } from "./runningSandbox";
import { readScenario } from "./scenario";

/** Often enough for somebody who watches calls come in. */
const CALLS_MILLISECONDS = 200;

type Answers = {
  readonly [Name in keyof SandboxQuestions]: (
    parameters: SandboxQuestions[Name]["parameters"],
  ) => SandboxQuestions[Name]["answer"] | Promise<SandboxQuestions[Name]["answer"]>;
};

/** Answers what the process asks that started this one; without one nothing comes. */
export function answerParent(sandbox: RunningSandbox): void {
  const answers = createAnswers(sandbox);
  process.on("message", (message: Partial<SandboxQuestion> | null) => {
    const { type, id, name } = message ?? {};
    if (type === "question" && id !== undefined && name !== undefined) {
      void answer(answers, message as SandboxQuestion);
    }
  });
}

export function sendToParent(message: SandboxMessage): void {
  // The parent may be going: then there is nobody to tell.
  process.send?.(message, undefined, undefined, () => undefined);
}

async function answer(answers: Answers, { id, name, parameters }: SandboxQuestion): Promise<void> {
  try {
    // The type of the parameters is that of the name, which the compiler cannot follow.
    const reply = answers[name] as (value: unknown) => unknown;
    sendToParent({ type: "answer", id, answer: await reply(parameters) });
  } catch (error) {
    const refusal: SandboxRefusal = error instanceof OptionError ? { sentence: error.message } : {};
    sendToParent({ type: "answer", id, refusal });
  }
}

function createAnswers(sandbox: RunningSandbox): Answers {
  const { faults, received } = sandbox;
  const follow = once(() => received.onChange(tellCallsSoon()));
  return {
    setFaults: (value) => {
      const rules = readFaultRules(value);
      if (rules === undefined) {
        throw new OptionError("faults", "These are no rules.");
      }
      faults.set(rules);
      return faults.active;
    },
    openAdmin: () => sandbox.openAdmin(),
    saveScenario: () => `${stringifyJson(sandbox.save(), 2)}\n`,
    loadScenario: ({ text, source }) => {
      sandbox.load(readScenario(text, source));
      return undefined;
    },
    reset: () => {
      sandbox.reset();
      return undefined;
    },
    addAnswer: (recorded) => sandbox.addAnswer(recorded),
    receivedCalls: ({ most }) => {
      follow();
      return received.list(most).map(withoutBody);
    },
    receivedCall: (number) => received.get(number),
    clearCalls: () => {
      received.clear();
      return undefined;
    },
  };
}

/** Bodies may be large, and most of them are never looked at. */
function withoutBody(call: ReceivedCall): ReceivedCall {
  const copy = { ...call };
  delete copy.body;
  return copy;
}

/** Many calls in a moment are told of together. */
function tellCallsSoon(): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sendToParent({ type: "calls" });
    }, CALLS_MILLISECONDS);
  };
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      run();
    }
  };
}
