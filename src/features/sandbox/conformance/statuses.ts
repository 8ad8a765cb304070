import type { Answer } from "./httpClient";

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Section 7: the only ones after which a call may be sent again. */
export function isTemporary({ status }: Answer): boolean {
  return status === 429 || status === 500 || status === 503;
}

/** Whether it is the fault of the one who asked; which status that has is often not shown. */
export function isRefusal(answer: Answer): boolean {
  return answer.status >= 400 && answer.status < 500 && !isTemporary(answer);
}

/** Whether what was sent is refused, and not the one who sent it. */
export function isInvalid({ status }: Answer): boolean {
  return status === 400 || status === 422;
}

/** Whether the one who sent it is refused; which of the two is used for what is not shown. */
export function isForbidden({ status }: Answer): boolean {
  return status === 401 || status === 403;
}
