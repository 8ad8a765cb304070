import { type SandboxScenario, sandboxScenario } from "../messages/sandboxScenario";
import { parseKeepingNumbers } from "./data/losslessJson";
import { checkInput } from "./inputFile";

/**
 * Reads a scenario; numbers of its data are kept as they are written. Throws `OptionError` with the
 * place of the first thing that is wrong; `source` names the text.
 */
export function readScenario(text: string, source: string): SandboxScenario {
  const scenario = checkInput(sandboxScenario, text, { option: "scenario", source });
  const { environments, answers } = parseKeepingNumbers(text) as SandboxScenario;
  return {
    ...scenario,
    ...(environments !== undefined && { environments: withNumbers(environments) }),
    ...(scenario.answers !== undefined && {
      answers: scenario.answers.map((answer, at) => {
        const body = answers?.[at]?.body;
        return body === undefined ? answer : { ...answer, body };
      }),
    }),
  };
}

type Environments = NonNullable<SandboxScenario["environments"]>;

/** Only data keeps numbers as text; what is counted with is a number. */
function withNumbers({ development, production }: Environments): Environments {
  const counted = (one: typeof development): typeof development =>
    one?.clients === undefined ? one : { ...one, clients: Number(String(one.clients)) };
  const [first, second] = [counted(development), counted(production)];
  return {
    ...(first !== undefined && { development: first }),
    ...(second !== undefined && { production: second }),
  };
}
