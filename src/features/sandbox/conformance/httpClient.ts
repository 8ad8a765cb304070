import http from "node:http";
import https from "node:https";

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export interface Request {
  readonly method?: string;
  /** Nothing is added to them but `Host` and `Connection`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Ends what hangs. */
const TIMEOUT = 60_000;

/** One exchange on a connection of its own: nothing is followed, kept or sent again. */
export async function exchange(url: string, request: Request = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body } = request;
  const { request: send } = url.startsWith("https:") ? https : http;
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, timeout: TIMEOUT };
    const outgoing = send(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.on("timeout", () =>
      outgoing.destroy(new Error(`no answer within ${TIMEOUT / 1000} seconds`)),
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A form as token endpoints take it. */
export function formRequest(fields: Readonly<Record<string, string>>): Request {
  return {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
    body: new URLSearchParams(fields).toString(),
  };
}
