import { AppError } from "../base/errors";
import { hashBody } from "./bodyHash";
import type { WritePermit, WriteTarget } from "../base/permit";

/** What `platform/http` asks before it lets a write out; throws `AppError` kind `refused`. */
export interface PermitCheck {
  redeem(permit: WritePermit | undefined, target: WriteTarget): void;
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

const sealed = new WeakSet<SealedRequest>();

/**
 * Fixes a request to the service. Every method but GET and HEAD costs its permit here, once,
 * for the exact method, address and bytes. What is sealed may then be repeated inside one send:
 * after a 401 the service did not act on it, and the repeat is the same write with a fresh token.
 * The seal is what doors ask for, so no write leaves around this function.
 * @throws AppError kind `refused`
 */
export function sealServiceRequest(request: Unsealed, right: WriteRight): SealedRequest {
  const copy = freeze("service", request);
  if (copy.method !== "GET" && copy.method !== "HEAD") {
    right.permits.redeem(right.permit, {
      connectionId: right.connectionId,
      method: copy.method,
      url: copy.url,
      bodyHash: hashBody(copy.body),
    });
  }
  sealed.add(copy);
  return copy;
}

/** Fixes a request to the identity provider: GET, or the POST of a token request. */
export function sealIdentityRequest(request: Unsealed): SealedRequest {
  const copy = freeze("identity", request);
  if (copy.method !== "GET" && copy.method !== "POST") {
    throw new AppError("refused", "refused/method");
  }
  sealed.add(copy);
  return copy;
}

/** @throws AppError kind `refused` when the request was not sealed for this door */
export function requireSeal(request: SealedRequest, door: DoorKind): void {
  if (!sealed.has(request) || request.door !== door) {
    throw new AppError("refused", "refused/unsealed");
  }
}

function freeze(door: DoorKind, { method, url, body }: Unsealed): SealedRequest {
  // Own copy of the bytes: the caller's buffer could change between check and repeat.
  return Object.freeze({ door, method, url, body: body && Uint8Array.from(body) });
}
