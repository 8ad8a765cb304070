import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";

/** Where the process of a window ends, in the order in which a write passes them. */
export const KILLS = [
  "asked to write",
  "reading",
  "read",
  "confirming",
  "confirmed",
  "looking again",
  "looked again",
  "beginning",
  "begun",
  "at the service",
  "done there",
  "answered",
  "settling",
  "settled",
  "checking",
  "checked",
  "over",
] as const;
export type Kill = (typeof KILLS)[number];

/** What the process of a window is told when it starts. */
export interface KillOrder {
  readonly facts: SandboxFacts;
  readonly baseUrl: string;
  readonly folder: string;
  readonly target: { readonly clientId: string; readonly pensionId: string };
  /** Its payload file. */
  readonly file: string;
  readonly diesAt: Kill | undefined;
}
