import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const HOST = "127.0.0.1";

/** A port that could not be had; `reason` is the system's word, `EADDRINUSE` most often. */
export class PortError extends Error {
  override readonly name = "PortError";

  constructor(
    readonly port: number,
    readonly reason: string,
  ) {
    super(`Port ${port} cannot be used: ${reason}`);
  }
}

/** A server on loopback that has its port but no handler yet; its address is in `url`. */
export async function listen(port: number): Promise<{ server: Server; url: string }> {
  // Node would answer a request without Host itself, without the headers of the service.
  const server = createServer({ requireHostHeader: false });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new PortError(port, error.code ?? "unknown")),
    );
    server.listen(port, HOST, resolve);
  });
  const address = server.address() as AddressInfo;
  return { server, url: `http://${HOST}:${address.port}` };
}
