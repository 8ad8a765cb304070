import { type Context, createContext, Script } from "node:vm";

let context: Context | undefined;
let script: Script | undefined;

/**
 * The result of `work`, or undefined where it takes longer. Nothing else interrupts a regular
 * expression or a loop. Throws what `work` throws.
 */
export function runInTime<Result extends object>(
  work: () => Result,
  milliseconds: number,
): Result | undefined {
  context ??= createContext(Object.create(null) as Context);
  script ??= new Script("work()");
  Object.assign(context, { work });
  try {
    return script.runInContext(context, { timeout: milliseconds }) as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      return undefined;
    }
    throw error;
  }
}
