import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import * as tls from "node:tls";
import { readRequests, type RawAnswer } from "../../unit/platform/http/support/servers";

const FOLDER = join(process.cwd(), "test", "fixtures", "certificates");

/** Certificates of the fault tests; `server` is the one in order. */
export type CertificateName =
  "server" | "expired" | "notYetValid" | "otherHost" | "unknownAuthority" | "selfSigned";

/** Speaks TLS on a connection, as a server, and answers what is asked. */
export function speakTls(
  socket: Socket,
  answer: RawAnswer,
  options: tls.TLSSocketOptions & { readonly certificate?: CertificateName } = {},
): void {
  const { certificate = "server", ...more } = options;
  const secured = new tls.TLSSocket(socket, {
    isServer: true,
    key: readPem("serverKey"),
    cert: readPem(certificate),
    ...more,
  });
  secured.on("error", () => undefined);
  readRequests(secured, (request) => answer(secured, request));
}

/** For the tests of one group: the authority of the test certificates is one of the machine's. */
export function trustTestAuthority(): void {
  let usual: string[] = [];
  before(() => {
    usual = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...usual, readPem("authority")]);
  });
  after(() => tls.setDefaultCACertificates(usual));
}

function readPem(name: string): string {
  return readFileSync(join(FOLDER, `${name}.pem`), "utf8");
}
