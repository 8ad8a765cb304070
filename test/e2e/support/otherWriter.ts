import assert from "node:assert/strict";
import { exchange } from "../../unit/support/sandboxProcess";

/** Another program of the same service: HTTP alone, the explorer does not know of it. */
export class OtherWriter {
  private constructor(
    private readonly root: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** Signs in with what the sandbox's copied details say. */
  static async signIn(details: string): Promise<OtherWriter> {
    const found = (name: string): string =>
      new RegExp(`^${name}: (.+)$`, "m").exec(details)?.[1] ?? assert.fail(`no ${name}`);
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: found("Client ID"),
      client_secret: found("Client secret"),
      scope: found("Scopes"),
    });
    const { text } = await exchange(`${found("Auth URL")}/identity/connect/token`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    const { access_token: token } = JSON.parse(text) as { readonly access_token: string };
    return new OtherWriter(`${found("Base URL")}${found("Finances prefix")}`, {
      Authorization: `Bearer ${token}`,
      "Ocp-Apim-Subscription-Key": found("Subscription key \\(development\\)"),
      Accept: "application/json",
    });
  }

  async put(clientId: string, pensionId: string, body: object): Promise<void> {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    const request = { method: "PUT", headers, body: JSON.stringify(body) };
    const { status } = await exchange(this.address(clientId, pensionId), request);
    assert.ok(status === 200 || status === 201, `the other writer got ${status}`);
  }

  /** What the service holds; undefined where it shows none. */
  async read(clientId: string, pensionId: string): Promise<object | undefined> {
    const { headers } = this;
    const { status, text } = await exchange(this.address(clientId, pensionId), { headers });
    return status === 200 ? (JSON.parse(text) as object) : undefined;
  }

  private address(clientId: string, pensionId: string): string {
    return `${this.root}/clients/${clientId}/pensions/${pensionId}`;
  }
}
