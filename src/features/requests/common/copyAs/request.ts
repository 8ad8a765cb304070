import { AppError } from "../../../../platform/base/errors";
import type { HeaderList } from "../../../../platform/base/headers";
import { MARK } from "../../../../platform/http/redaction";
import type { CopySecrets } from "../../../../platform/service/client";
import type { Attempt } from "../../../../platform/base/action";

/** A header; a secret is put behind its text by each form in its own way. */
export interface CopyHeader {
  readonly name: string;
  /** Printable ASCII. */
  readonly text: string;
  readonly secret?: keyof CopySecrets;
}

/** A request as the forms write it. */
export interface CopyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly CopyHeader[];
  readonly body?: Uint8Array;
}

interface CopyParts {
  readonly attempt: Pick<Attempt, "method" | "url" | "requestHeaders">;
  /** Byte for byte; absent where none was sent. */
  readonly body?: Uint8Array | undefined;
  /** Without them placeholders are written. */
  readonly secrets?: CopySecrets | undefined;
}

/**
 * The request of an attempt, to be written in any form: the explorer's own headers and those of
 * the transport left out, both credentials as placeholders or, on request, as they are.
 * @throws AppError `input/copyForm` for what no form can write, `input/notRepeatable` where the
 * record does not hold all of it any more
 */
export function copyRequest({ attempt, body, secrets }: CopyParts): CopyRequest {
  const { method, url, requestHeaders } = attempt;
  if (!/^[A-Z]+$/.test(method) || !/^https?:\/\/[\x21-\x7e]+$/.test(url)) {
    throw cannotWrite();
  }
  const kept = requestHeaders.filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  // What was taken out of the record was sent: with a mark in its place it is another request.
  if (url.includes(MARK) || kept.some(([, value]) => value.includes(MARK))) {
    throw new AppError("input", "input/notRepeatable");
  }
  const given = new Set(kept.map(([name]) => name.toLowerCase()));
  const needed: HeaderList = [
    ["Accept", "application/json"],
    ...(body === undefined ? [] : [["Content-Type", "application/json"] as const]),
  ];
  const added = needed.filter(([name]) => !given.has(name.toLowerCase()));
  return {
    method,
    url,
    headers: [...credentialHeaders(secrets), ...joinHeaders([...added, ...kept])],
    ...(body === undefined ? {} : { body }),
  };
}

/** What a form throws for something that it has no way to write. */
export function cannotWrite(): AppError {
  return new AppError("input", "input/copyForm");
}

/** Bodies that are text: UTF-8 without NUL. Others have to be written as Base64. */
export function textOf(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Names as the specification spells them (section 4.2). */
function credentialHeaders(secrets: CopySecrets | undefined): readonly CopyHeader[] {
  const [authorization, key] = ["Authorization", "Ocp-Apim-Subscription-Key"];
  if (secrets === undefined) {
    return [
      { name: authorization, text: "Bearer ", secret: "token" },
      { name: key, text: "", secret: "subscriptionKey" },
    ];
  }
  return joinHeaders([
    [authorization, `Bearer ${secrets.token}`],
    [key, secrets.subscriptionKey],
  ]);
}

/** Several of one name become one: not every form can repeat a name (RFC 9110, section 5.3). */
function joinHeaders(headers: HeaderList): readonly CopyHeader[] {
  const joined = new Map<string, CopyHeader>();
  for (const [name, value] of headers) {
    const before = joined.get(name.toLowerCase());
    const text = before === undefined ? value.trim() : `${before.text}, ${value.trim()}`;
    if (!/^[A-Za-z0-9_.-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(text)) {
      throw cannotWrite();
    }
    joined.set(name.toLowerCase(), { name: before?.name ?? name, text });
  }
  return [...joined.values()];
}

/** Credentials, which are written anew, and what every program adds by itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["authorization", "ocp-apim-subscription-key", "proxy-authorization", "cookie"],
  ...["host", "connection", "content-length", "transfer-encoding", "keep-alive", "expect"],
  ...["accept-encoding", "user-agent", "te", "upgrade", "trailer"],
]);
