import { randomBytes } from "node:crypto";
import type {
  BrowserSignIn,
  CallbackParameters,
  SignInRequest,
  WaitingSignIn,
} from "../../src/platform/auth/browserSignIn";
import { AppError } from "../../src/platform/base/errors";
import type { Clock } from "../../src/platform/base/clock";
import type { Session } from "../../src/platform/base/session";

const LIFE = 300_000;

/** What the windows of one machine share: waiting sign-ins and the session. */
export class SharedAccess {
  readonly waiting = new Map<string, WaitingSignIn>();
  session: Session | undefined;
  /** What the next session has beside the usual. */
  told: Partial<Session> = {};
  exchanges = 0;

  constructor(readonly clock: Clock) {}

  readonly find = (state: string): Promise<WaitingSignIn | undefined> => {
    const found = this.waiting.get(state);
    const isYoung = found !== undefined && found.expiresAt > this.clock.now();
    return Promise.resolve(isYoung ? found : undefined);
  };
}

/**
 * The browser part of a client as its contract says it, without a provider: a code `good` is
 * granted, `refused` is not, `slow` waits until it is released or cancelled.
 */
export class BrowserClient implements BrowserSignIn {
  readonly requests: SignInRequest[] = [];
  release = (): void => undefined;

  constructor(
    private readonly shared: SharedAccess,
    private readonly connectionId = "connection-1",
  ) {}

  get session(): Session | undefined {
    return this.shared.session;
  }

  beginSignIn(request: SignInRequest): ReturnType<BrowserSignIn["beginSignIn"]> {
    this.requests.push(request);
    const state = randomBytes(16).toString("base64url");
    const { redirectUri } = request;
    const expiresAt = this.shared.clock.now() + LIFE;
    this.shared.waiting.set(state, { connectionId: this.connectionId, redirectUri, expiresAt });
    const url = `https://login.example/authorize?state=${state}`;
    return Promise.resolve({ url, state, redirectUri, expiresAt, usesProofKey: true });
  }

  async completeSignIn({ values }: CallbackParameters, signal?: AbortSignal): Promise<Session> {
    const code = values.get("code");
    if (code === undefined || code === "foreign") {
      throw new AppError("credentials", "credentials/callbackRejected");
    }
    this.shared.waiting.delete(values.get("state") ?? "");
    this.shared.exchanges++;
    if (code === "slow") {
      await new Promise<void>((resolve, reject) => {
        this.release = resolve;
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    }
    if (code === "refused") {
      throw new AppError("credentials", "credentials/identityRefused");
    }
    this.shared.session = { ...aSession(this.shared.clock.now()), ...this.shared.told };
    return this.shared.session;
  }

  cancelSignIn(state: string): Promise<void> {
    this.shared.waiting.delete(state);
    return Promise.resolve();
  }
}

/** A session that was obtained then. */
export function aSession(obtainedAt: number): Session {
  return {
    ...{
      obtainedAt,
      signedInAt: obtainedAt,
      expiresAt: obtainedAt + 3_600_000,
      scopes: [],
      requestedScopes: [],
    },
    ...{ identity: undefined, isRenewable: true, consentEndsAt: undefined },
  };
}
