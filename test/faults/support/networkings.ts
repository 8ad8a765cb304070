import type { Networking } from "../../../src/core/connection";

/** Both senders: every limit lives above them, so every fault must look the same on both. */
export const NETWORKINGS = ["own", "editor"] as const satisfies readonly Networking[];

/** The long form runs everything; the short one a sample, where the whole takes its time. */
export const IS_LONG = process.env["TEST_LENGTH"] === "long";
