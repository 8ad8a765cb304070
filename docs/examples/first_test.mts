import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

const TIMEOUT = 10_000; // milliseconds for each request
const ATTEMPTS = 4;
const TEMPORARY = [429, 500, 503];

interface Facts {
  baseUrl: string;
  authUrl: string;
  subscriptionKeys: { development: string };
  clients: { serviceAccount: { clientId: string; clientSecret: string; scopes: string[] } };
}

/** GET and PUT may be sent again; so may a request for a token. */
async function send<Body>(url: string, request: RequestInit): Promise<Body> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT) });
    if (answer.ok) {
      return (await answer.json()) as Body;
    }
    await answer.body?.cancel();
    if (!TEMPORARY.includes(answer.status) || attempt === ATTEMPTS) {
      throw new Error(`${answer.status}, x-dt-requestid ${answer.headers.get("x-dt-requestid")}`);
    }
    const wait = answer.headers.get("retry-after") ?? "";
    // Retry-After may also be a date; then wait a little longer each time.
    await delay(1000 * (/^\d+$/.test(wait) ? Number(wait) : 2 ** attempt));
  }
}

class Service {
  readonly #facts: Facts;
  #token = "";
  #renewAt = 0;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  async accessToken(): Promise<string> {
    if (performance.now() >= this.#renewAt) {
      const { clientId, clientSecret, scopes } = this.#facts.clients.serviceAccount;
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
        scope: scopes.join(" "),
      });
      const url = `${this.#facts.authUrl}/identity/connect/token`;
      const answer = await send<{ access_token: string; expires_in?: number }>(url, {
        method: "POST",
        body: form,
      });
      this.#token = answer.access_token;
      // Renewed a little early. Without a lifetime it is not used again.
      this.#renewAt = performance.now() + 1000 * ((answer.expires_in ?? 0) - 30);
    }
    return this.#token;
  }

  async call<Body>(path: string, method = "GET", body?: unknown): Promise<Body> {
    const headers = new Headers({
      Authorization: `Bearer ${await this.accessToken()}`,
      "Ocp-Apim-Subscription-Key": this.#facts.subscriptionKeys.development,
      Accept: "application/json",
      "x-dt-traceid": randomUUID(),
    });
    if (body !== undefined) {
      headers.set("Content-Type", "application/json");
    }
    const text = body === undefined ? null : JSON.stringify(body);
    return send<Body>(`${this.#facts.baseUrl}${path}`, { method, headers, body: text });
  }

  /** An empty page is the end: the service may give fewer items than were asked for. */
  async *walk<Item>(path: string, size = 20): AsyncGenerator<Item> {
    for (let number = 1; ; number++) {
      const query = `pageSize=${size}&pageNumber=${number}`;
      const { items } = await this.call<{ items: Item[] }>(`${path}?${query}`);
      if (items.length === 0) {
        return;
      }
      yield* items;
    }
  }
}

// The first PUT is answered with 429 and a wait of one second.
const FAULTS = [{ method: "PUT", times: 1, fault: { kind: "status", status: 429, retryAfter: 1 } }];

test("walks all clients and writes a pension", async () => {
  const folder = await mkdtemp(join(tmpdir(), "first-test-"));
  const faults = join(folder, "faults.json");
  await writeFile(faults, JSON.stringify(FAULTS));
  const program = process.env["FP_SANDBOX"] ?? "node_modules/fp-sandbox/dist/sandbox.js";
  const options = ["--json", "--clients", "50", "--faults", faults];
  const sandbox = spawn(process.execPath, [program, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface(sandbox.stdout)[Symbol.asyncIterator]();
    const { value: line, done } = await lines.next();
    assert.ok(!done, "the sandbox did not start");
    const service = new Service(JSON.parse(line) as Facts);
    const ids: string[] = [];
    for await (const client of service.walk<{ clientId: string }>("/crm/v1/clients")) {
      ids.push(client.clientId);
    }
    assert.ok(new Set(ids).size === ids.length && ids.length >= 50);

    const path = `/finances/v1/clients/${ids[0]}/pensions/PEN-1`;
    const pension = await service.call<{ provider: string }>(path, "PUT", { provider: "Aviva" });
    assert.equal(pension.provider, "Aviva");
    console.log(`green: ${ids.length} clients, a pension written after a 429`);
  } finally {
    sandbox.kill();
    await rm(folder, { recursive: true });
  }
});
