import { once } from "node:events";
import * as net from "node:net";

const TRIPS = 3;

/**
 * Until all that was written to loopback sockets before is there to be read, and was read: the
 * loopback interface delivers in order, so what a new connection carries comes after it. On a busy
 * machine no time is long enough for that, as timers run before sockets are read.
 */
export async function delivered(): Promise<void> {
  for (let trip = 0; trip < TRIPS; trip++) {
    await makeTrip();
  }
}

/** A connection that is made, carries a byte there and back, and is gone. */
async function makeTrip(): Promise<void> {
  const server = net.createServer((socket) => socket.pipe(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const socket = net.connect(port, "127.0.0.1").resume();
  socket.end("x");
  await once(socket, "close");
  const closed = once(server, "close");
  server.close();
  await closed;
}
