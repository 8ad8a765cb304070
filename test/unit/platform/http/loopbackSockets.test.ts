import assert from "node:assert/strict";
import { once } from "node:events";
import { Socket } from "node:net";
import { LoopbackSockets } from "../../../../src/platform/http/loopbackSockets";
import { VirtualClock } from "./support/virtualClock";

const MOST = 32;

describe("the sockets of a loopback page", () => {
  it("have ten seconds to say what they want", () => {
    const { clock, add } = bench();
    const socket = add();
    clock.advance(9_999);
    assert.equal(socket.destroyed, false);
    clock.advance(1);
    assert.equal(socket.destroyed, true);
  });

  it("have all the time there is once they have said so", () => {
    const { clock, sockets, add } = bench();
    const socket = add();
    sockets.serve(socket);
    assert.equal(clock.pending, 0);
    clock.advance(60_000);
    assert.equal(socket.destroyed, false);
  });

  it("are so many: the oldest that is silent goes, never one that is served", () => {
    const { sockets, add } = bench();
    const [first, second, third] = Array.from({ length: MOST }, add);
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    assert.deepEqual([first.destroyed, second.destroyed], [false, false]);
    sockets.serve(first);
    add();
    add();
    assert.deepEqual(
      [first, second, third].map(({ destroyed }) => destroyed),
      [false, true, true],
    );
  });

  it("turn away a newcomer where all of them are served", () => {
    const { clock, sockets, add } = bench();
    const served = Array.from({ length: MOST }, add);
    served.forEach((socket) => sockets.serve(socket));
    assert.equal(add().destroyed, true);
    assert.deepEqual([clock.pending, served.some(({ destroyed }) => destroyed)], [0, false]);
  });

  it("make room when they are closed, silent or served", async () => {
    const { clock, sockets, add } = bench();
    const all = Array.from({ length: MOST }, add);
    const [silent, served, oldest] = all;
    assert.ok(silent !== undefined && served !== undefined && oldest !== undefined);
    sockets.serve(served);
    for (const socket of [silent, served]) {
      socket.destroy();
      await once(socket, "close");
    }
    assert.equal(clock.pending, MOST - 2);
    add();
    add();
    assert.equal(oldest.destroyed, false);
  });

  it("are all cut off at the end, and leave no timer", () => {
    const { clock, sockets, add } = bench();
    const [silent, served] = [add(), add()];
    sockets.serve(served);
    sockets.end();
    assert.deepEqual([silent.destroyed, served.destroyed, clock.pending], [true, true, 0]);
  });

  it("are none that it was not told of", () => {
    const { sockets, add } = bench();
    const stranger = new Socket();
    sockets.serve(stranger);
    const all = Array.from({ length: MOST }, add);
    assert.equal(
      all.some(({ destroyed }) => destroyed),
      false,
    );
    sockets.end();
    assert.equal(stranger.destroyed, false);
  });
});

interface SocketBench {
  readonly clock: VirtualClock;
  readonly sockets: LoopbackSockets;
  readonly add: () => Socket;
}

function bench(): SocketBench {
  const clock = new VirtualClock();
  const sockets = new LoopbackSockets(clock);
  const add = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket;
  };
  return { clock, sockets, add };
}
