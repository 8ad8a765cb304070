import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems take for connections, which come and go while tests run. */
const FIRST = 20_000;
const LAST = 32_000;

/** The first of some ports in a row that nobody listens at. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) {
      return first;
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
