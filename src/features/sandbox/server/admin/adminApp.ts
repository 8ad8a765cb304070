import Router from "@koa/router";
import Koa, { type Context, type Middleware } from "koa";
import type { ReceivedCall } from "../../messages/receivedCalls";
import { faultRules } from "../../messages/sandboxFaults";
import { stringifyJson } from "../data/losslessJson";
import { refuseForeign } from "../foreignCalls";
import { checkInput } from "../inputFile";
import { OptionError } from "../optionError";
import { readScenario } from "../scenario";
import { collectBody } from "../service/body";
import { Problem } from "../service/problem";
import type { RunningSandbox } from "../runningSandbox";

/** A scenario has all that was written: what the sandbox saves it has to take back. */
const BODY_LIMIT = 268_435_456;

type Sandbox = Pick<RunningSandbox, "received" | "faults" | "save" | "load" | "reset">;

/** The address for tests: what was received, faults and scenarios. It needs no key. */
export function createAdminApp(sandbox: Sandbox, allowedHosts: readonly string[]): Koa {
  const app = new Koa();
  app.on("error", () => undefined);
  app.use(answerProblems);
  app.use(refuseForeign(allowedHosts));
  const { received, faults } = sandbox;
  const router = new Router();
  router.get("/calls", (context) => {
    const wanted = wantedCalls(context);
    context.body = stringifyJson({ calls: received.list().filter(wanted) });
  });
  router.delete("/calls", (context) => {
    received.clear();
    context.status = 204;
  });
  router.get("/faults", (context) => {
    context.body = stringifyJson(faults.active);
  });
  router.put("/faults", async (context) => {
    const text = await readText(context);
    faults.set(checkInput(faultRules, text, { option: "faults", source: "The body" }));
    context.status = 204;
  });
  router.get("/scenario", (context) => {
    context.body = stringifyJson(sandbox.save(), 2);
  });
  router.put("/scenario", async (context) => {
    sandbox.load(readScenario(await readText(context), "The body"));
    context.status = 204;
  });
  router.post("/reset", (context) => {
    sandbox.reset();
    context.status = 204;
  });
  app.use(router.routes() as unknown as Middleware);
  app.use(router.allowedMethods() as unknown as Middleware);
  return app;
}

const answerProblems: Middleware = async (context, next) => {
  try {
    context.type = "json";
    await next();
  } catch (error) {
    const isRefused = error instanceof OptionError;
    context.status = error instanceof Problem ? error.status : isRefused ? 400 : 500;
    const known = isRefused || error instanceof Problem;
    context.body = stringifyJson({ message: known ? error.message : "The sandbox failed." });
  }
};

/** `after`: only calls with a greater number. `broken=true`: only those that broke a rule. */
function wantedCalls({ query }: Context): (call: ReceivedCall) => boolean {
  const after = Number(query["after"] ?? 0);
  const onlyBroken = query["broken"] === "true";
  return ({ number, broken }) =>
    number > after && (!onlyBroken || broken.some(({ level }) => level === "broken"));
}

async function readText({ req }: Context): Promise<string> {
  return (await collectBody(req, BODY_LIMIT).whole()).toString("utf8");
}
