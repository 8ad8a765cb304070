import type { Socket } from "node:net";
import type { Networking } from "../../../src/platform/base/connection";

/** "whole" where the answer is good, else the code of the error. */
export type Outcome = string;

/** Where a fault is put: every one of them must come out in words of that place. */
export type Place = "service" | "token" | "discovery";

/** One thing that a server can do wrong on the wire, in place of a good answer. */
export interface WireFault {
  /** Its row in the list of faults. */
  readonly row: string;
  readonly name: string;
  /** Sends `text`, what a good answer would hold, wrongly. */
  readonly send: (socket: Socket, text: string) => void;
  readonly outcome: Outcome;
  /** Where Node's own parser is of another opinion than undici's. */
  readonly editor?: Outcome;
  /** What is sent as text, where that is part of the fault. */
  readonly text?: string;
  /** Where the place changes more than the words. */
  readonly token?: Outcome;
  readonly discovery?: Outcome;
  /** Where it makes sense; everywhere, where that is not said. */
  readonly places?: readonly Place[];
  /** Nothing more comes: the attempt's deadline has to end it. */
  readonly waits?: true;
}

export const HEAD = "HTTP/1.1 200 OK\r\nx-dt-requestid: r-1\r\ncontent-type: application/json\r\n";

/** Said by a server that is going to close: nobody then takes the connection for the next call. */
export const CLOSE = "connection: close\r\n";

/** A good answer on a connection that stays open. */
export function sendWhole(socket: Socket, text: string): void {
  socket.write(`${HEAD}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

/** What a fault comes to at a place, on a sender. */
export function outcomeAt(fault: WireFault, place: Place, networking: Networking): Outcome {
  const own = fault[place === "service" ? "outcome" : place];
  if (own !== undefined && place !== "service") {
    return own;
  }
  const seen = networking === "editor" ? (fault.editor ?? fault.outcome) : fault.outcome;
  return place === "service" ? seen : place === "token" ? atToken(seen) : atDiscovery(seen);
}

const IN_TIME = new Set(["network/attemptTimeout", "network/noAnswer", "network/stalled"]);

/** The identity provider has sentences of its own for what the network does. */
function atToken(outcome: Outcome): Outcome {
  const [kind = "", rest = ""] = outcome.split("/");
  if (kind === "service") {
    const status = rest === "redirect" ? 302 : Number(rest);
    const redirect = status >= 300 && status < 400;
    return status > 599 || status < 200
      ? "answer/identity"
      : `service/identity${redirect ? "Redirect" : ""}`;
  }
  if (kind !== "network") {
    return outcome;
  }
  return IN_TIME.has(outcome)
    ? "network/identityTimeout"
    : rest === "protocol"
      ? "network/identityProtocol"
      : rest === "certificate"
        ? "network/identityCertificate"
        : "network/identityUnreachable";
}

/** No document, or none in time, is no fault: the documented addresses are used. */
function atDiscovery(outcome: Outcome): Outcome {
  const status = Number(/^service\/(\d+)$/.exec(outcome)?.[1] ?? "0");
  const isAbsent = status >= 400 && status < 500 && status !== 429;
  return isAbsent || IN_TIME.has(outcome) ? "whole" : atToken(outcome);
}
