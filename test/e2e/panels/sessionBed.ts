// Stands in for "vscode", which the dates of the view are written by.
import "../../fakes/editorSurfaces";
import type { ConnectionSummary } from "../../../src/platform/base/connection";
import {
  type SummaryWords,
  sessionFacts,
  sessionTexts,
} from "../../../src/features/signIn/host/sessionFacts";
import type { Session } from "../../../src/platform/base/session";
import {
  type HostToSession,
  hostToSession,
  type SessionToHost,
  sessionToHost,
} from "../../../src/features/signIn/messages/sessionPanel";
import { fillText } from "../../../src/platform/base/texts";
import { aConnection } from "../../fakes/connection";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";

/** Noon of a day in the time zone of whoever runs this. */
export const NOON = new Date(2026, 10, 21, 12, 0, 0).getTime();
const DAY = 86_400_000;

const WORDS: SummaryWords = {
  environment: { word: "PRODUCTION", icon: "shield" },
  state: "signed in",
};

export function aSession(change: Partial<Session> = {}): Session {
  return {
    obtainedAt: NOON - 600_000,
    signedInAt: NOON - 600_000,
    expiresAt: NOON + 42 * 60_000 + 10_000,
    scopes: ["openid", "crm.read", "offline_access"],
    requestedScopes: ["openid", "crm.read", "finances.read"],
    identity: {
      issuer: "https://identity.example/identity",
      subject: "00000000-0000-4000-8000-00000000000a",
      claims: {
        iss: "https://identity.example/identity",
        sub: "00000000-0000-4000-8000-00000000000a",
        aud: ["acme-batch"],
        exp: NOON / 1000 + 300,
        auth_time: NOON / 1000 - 600,
        name: "Okafor, Ngozi",
        amr: ["pwd", "otp"],
        email_verified: true,
      },
    },
    isRenewable: true,
    consentEndsAt: NOON + 6 * DAY + 4 * 3_600_000,
    ...change,
  };
}

/** A delegation in force, as its connection is summed up. */
export function aSummary(
  session: Session | undefined = aSession(),
  change: Partial<ConnectionSummary> = {},
): ConnectionSummary {
  return {
    id: "acme",
    label: "Acme production",
    environment: "production",
    state: "ready",
    session,
    keyFingerprint: "9f3a1c",
    connection: aConnection({ id: "acme", accessModel: "delegation" }),
    ...change,
  };
}

export interface SessionBed extends OpenPage<HostToSession, SessionToHost> {
  /** Buttons that were pressed. */
  readonly acts: string[];
  show(summary: ConnectionSummary): Promise<void>;
}

export async function openSession(
  bed: BrowserBed,
  summary: ConnectionSummary,
  options: PageOptions = {},
): Promise<SessionBed> {
  const acts: string[] = [];
  let shown = summary;
  const page = await bed.open<HostToSession, SessionToHost>(
    {
      script: "session.js",
      drawn: "fp-session-view h1",
      incoming: sessionToHost,
      outgoing: hostToSession,
      handlers: {
        start: () => ({
          texts: sessionTexts(fillText),
          view: sessionFacts(shown, WORDS, fillText),
        }),
        act: ({ id }) => {
          acts.push(id);
          return undefined;
        },
      },
    },
    { now: NOON, ...options },
  );
  return {
    ...page,
    acts,
    show: async (next) => {
      shown = next;
      page.rpc.notify("show", sessionFacts(next, WORDS, fillText));
      await page.settle();
    },
  };
}
