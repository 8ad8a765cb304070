import type { Connection } from "../base/connection";
import { AppError, isAppError } from "../base/errors";
import { type AnonymousOptions, sendAnonymously } from "../http/anonymous";
import { send, type TransportOptions } from "../http/transport";
import { serviceAnswer, type ReadingOptions } from "./answer";
import type { CallContext, ServiceAnswer } from "./client";
import { serverOf } from "./serverOf";
import { templateOf } from "./typedAddress";

/** The servers that a document may come from. */
interface DocumentSenders {
  readonly connection: Connection;
  readonly service: TransportOptions;
  readonly identity: AnonymousOptions;
  readonly indexer: ReadingOptions["indexer"];
}

/** Definitions as they are published: under names of their own, as JSON, as YAML, as any text. */
const ACCEPT =
  "application/json, application/vnd.oai.openapi+json, application/yaml, " +
  "application/vnd.oai.openapi, text/yaml;q=0.9, */*;q=0.5";

/**
 * Gets a text of one of the connection's two servers, for importing it. The service is asked as
 * for everything else; the identity provider without credentials.
 * @throws AppError kind `input` `definition/foreignOrigin` for any other address, kind `service`
 * `definition/nothingThere` where the address leads to none, kind `answer` `answer/notUtf8` for
 * what is no text, and as `ServiceClient.send` does
 */
export async function getDocument(
  { connection, service, identity, indexer }: DocumentSenders,
  address: string,
  context: CallContext,
): Promise<ServiceAnswer> {
  const { url, server } = serverAt(connection, address);
  const request = {
    ...context,
    ...{ method: "GET", url: url.href, accept: ACCEPT, pathTemplate: templateOf(url.pathname) },
  };
  const came = await (
    server === "service" ? send(service, request) : sendAnonymously(identity, request)
  ).catch((error: unknown) => {
    throw nothingThere(error) ?? error;
  });
  const answer = serviceAnswer(came, { indexer, signal: context.signal });
  if (!answer.encoding.exact) {
    const { status, action } = answer;
    throw new AppError("answer", "answer/notUtf8", { status, action });
  }
  return answer;
}

/** A document is no record that a list may still have. */
function nothingThere(cause: unknown): AppError | undefined {
  const status = isAppError(cause) ? cause.status : undefined;
  if (!isAppError(cause) || (status !== 404 && status !== 410)) {
    return undefined;
  }
  const { requestId, traceId, action } = cause;
  const details = { cause, status, requestId, traceId, action };
  return new AppError("service", "definition/nothingThere", details);
}

/** The fragment is never sent. */
function serverAt(
  connection: Connection,
  address: string,
): { readonly url: URL; readonly server: "service" | "identity" } {
  const url = URL.parse(address.trim());
  const server = url === null ? undefined : serverOf(connection, url);
  if (url === null || server === undefined || url.username !== "" || url.password !== "") {
    throw new AppError("input", "definition/foreignOrigin", {
      values: {
        host: url?.host ?? "",
        service: rootOf(connection.baseUrl),
        identity: rootOf(connection.authUrl),
      },
    });
  }
  url.hash = "";
  return { url, server };
}

function rootOf(root: string): string {
  const { host = "", pathname = "" } = URL.parse(root) ?? {};
  return host + pathname.replace(/\/+$/, "");
}
