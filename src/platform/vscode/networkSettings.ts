import * as vscode from "vscode";
import type { ProxySettings } from "../http/proxySettings";
import type { Limits } from "../service/networkOptions";
import type { TraceOptions } from "../http/recorder";
import { SETTINGS } from "../../manifest";
import { readSetting } from "./settings";

/** The editor shows that a value is out of bounds, and hands it out all the same. */
function readPositive(id: keyof typeof NUMBERS): number {
  const value: unknown = readSetting(id);
  const isUsable = typeof value === "number" && value > 0;
  return isUsable ? Math.min(value, NUMBERS[id]) : SETTINGS[id];
}

/** The largest value of each, as the manifest gives it. */
const NUMBERS = {
  "financialPlanning.network.attemptTimeout": 600,
  "financialPlanning.network.actionTimeout": 3600,
  "financialPlanning.network.bodyLimit": 200,
  "financialPlanning.network.concurrentRequests": 16,
};

/** As the size of an answer is shown, and as most systems show that of a file. */
const MEGABYTE = 1_048_576;

/** The limits of every call, in the units of the core. */
export function networkLimits(): Limits {
  return {
    attemptMilliseconds: readPositive("financialPlanning.network.attemptTimeout") * 1000,
    actionMilliseconds: readPositive("financialPlanning.network.actionTimeout") * 1000,
    bodyBytes: readPositive("financialPlanning.network.bodyLimit") * MEGABYTE,
    concurrentRequests: concurrentRequests(),
  };
}

/** Requests of one connection that may be on the wire at once: from 1 to 16. */
export function concurrentRequests(): number {
  return Math.max(1, Math.floor(readPositive("financialPlanning.network.concurrentRequests")));
}

/** Which trace ids are sent; `pinned` is the window's own. */
export function traceOptions(pinned: string | undefined): TraceOptions {
  return {
    send: readSetting("financialPlanning.trace.send"),
    prefix: readSetting("financialPlanning.trace.prefix"),
    pinned,
  };
}

/**
 * VS Code's own proxy settings and the environment. Only what the user set counts: a workspace
 * must not be able to lead calls through a proxy of its choice.
 */
export function proxySettings(): ProxySettings {
  const configuration = vscode.workspace.getConfiguration("http");
  const read = <Value>(name: string, fallback: Value): Value => {
    const found = configuration.inspect<Value>(name);
    return found?.globalValue ?? found?.defaultValue ?? fallback;
  };
  return {
    enabled: read<string>("proxySupport", "override") !== "off",
    proxy: read("proxy", ""),
    noProxy: read<readonly string[]>("noProxy", []),
    strictSsl: read("proxyStrictSSL", true),
    authorization: read<string | null>("proxyAuthorization", null) ?? undefined,
    systemCertificates: read("systemCertificates", true),
    environment: process.env,
  };
}
