import { AppError } from "../base/errors";
import { hashBody } from "./bodyHash";
import type { WritePermit, WriteTarget } from "../base/permit";

/** Throws where a write may leave no more; the key is there once the write is about to leave with it. */
export type Demand = (leavingKey?: string) => void;

/** What `platform/http` asks before it lets a write out; throws `AppError` kind `refused`. */
export interface PermitCheck {
  redeem(permit: WritePermit | undefined, target: WriteTarget): Demand;
}

/** Which door a request may leave by. */
export type DoorKind = "service" | "identity";

/** Method, address and bytes, fixed; credentials are no part of it. */
export interface SealedRequest {
  readonly door: DoorKind;
  readonly method: string;
  readonly url: string;
  readonly body: Uint8Array | undefined;
}

interface Unsealed {
  readonly method: string;
  readonly url: string;
  readonly body?: Uint8Array | undefined;
}

export interface WriteRight {
  readonly permit: WritePermit | undefined;
  readonly permits: PermitCheck;
  readonly connectionId: string;
}

/** What was sealed, and what is demanded again before each time that it leaves. */
const sealed = new WeakMap<SealedRequest, Demand>();

const nothingDemanded: Demand = () => undefined;

/**
 * Fixes a request to the service. Every method but GET and HEAD costs its permit here, once,
 * for the exact method, address and bytes. What is sealed may then be repeated inside one send:
 * after a 401 the service did not act on it, and the repeat is the same write with a fresh token.
 * What the permit was given for has to hold each time: `demandRight` asks for that.
 * The seal is what doors ask for, so no write leaves around this function.
 * @throws AppError kind `refused`
 */
export function sealServiceRequest(request: Unsealed, right: WriteRight): SealedRequest {
  const copy = freeze("service", request);
  const isWrite = copy.method !== "GET" && copy.method !== "HEAD";
  sealed.set(copy, isWrite ? redeem(copy, right) : nothingDemanded);
  return copy;
}

/** Fixes a request to the identity provider: GET, or the POST of a token request. */
export function sealIdentityRequest(request: Unsealed): SealedRequest {
  const copy = freeze("identity", request);
  if (copy.method !== "GET" && copy.method !== "POST") {
    throw new AppError("refused", "refused/method");
  }
  sealed.set(copy, nothingDemanded);
  return copy;
}

/** @throws AppError kind `refused` when the request was not sealed for this door */
export function requireSeal(request: SealedRequest, door: DoorKind): void {
  if (!sealed.has(request) || request.door !== door) {
    throw new AppError("refused", "refused/unsealed");
  }
}

/**
 * To be called just before each exchange, with the key that it sends: between two of them, or in a
 * queue, Production can be locked, and another key can be entered.
 * @throws AppError kind `refused` when what was sealed may leave no more
 */
export function demandRight(request: SealedRequest, leavingKey: string): void {
  sealed.get(request)?.(leavingKey);
}

function redeem(
  { method, url, body }: SealedRequest,
  { permit, permits, connectionId }: WriteRight,
): Demand {
  return permits.redeem(permit, { connectionId, method, url, bodyHash: hashBody(body) });
}

function freeze(door: DoorKind, { method, url, body }: Unsealed): SealedRequest {
  // Own copy of the bytes: the caller's buffer could change between check and repeat.
  return Object.freeze({ door, method, url, body: body && Uint8Array.from(body) });
}
