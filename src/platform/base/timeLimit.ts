import { type Context, createContext, Script } from "node:vm";

/** The timer of `vm` and the counter of the processor's time do not agree to the millisecond. */
const NEARLY = 0.8;

let context: Context | undefined;
let script: Script | undefined;

/**
 * The result of `work`, or undefined where it takes more than so many milliseconds of the
 * processor. Nothing else interrupts a regular expression or a loop. `work` starts anew where the
 * machine was busy with something else meanwhile, so it must not change anything. Throws what
 * `work` throws.
 */
export function runInTime<Result extends object>(
  work: () => Result,
  milliseconds: number,
): Result | undefined {
  context ??= createContext(Object.create(null) as Context);
  script ??= new Script("work()");
  Object.assign(context, { work });
  // The timeout of `vm` goes by the clock, on which a busy machine may spend it without running.
  for (let timeout = milliseconds; ; timeout *= 2) {
    const before = process.cpuUsage();
    try {
      return script.runInContext(context, { timeout }) as Result;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") {
        throw error;
      }
    }
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 >= milliseconds * NEARLY) {
      return undefined;
    }
  }
}
