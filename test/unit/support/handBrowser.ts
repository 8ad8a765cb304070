import assert from "node:assert/strict";
import { exchange, type RawAnswer } from "./sandboxProcess";

/** A page on which a browser stops, or the address of another server that it is sent to. */
export type Stop = PageStop | CallbackStop;

export interface PageStop extends RawAnswer {
  readonly kind: "page";
  readonly url: string;
}

export interface CallbackStop {
  readonly kind: "callback";
  readonly url: URL;
  /** What a form posts there; absent for a redirect. */
  readonly form?: URLSearchParams;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser without a screen: follows redirects on one server, keeps cookies, sends forms. */
export class HandBrowser {
  private readonly cookies = new Map<string, Cookie>();

  async open(address: string): Promise<Stop> {
    return this.send(address, "GET");
  }

  /** Sends the form of a page as it stands, with some fields changed, by one of its buttons. */
  async press(stop: Stop, button: string, change: Change = {}): Promise<Stop> {
    const { url, text } = pageOf(stop);
    const form = formOf(text);
    for (const [name, value] of Object.entries(change)) {
      form.fields.delete(name);
      [value].flat().forEach((one: string) => form.fields.append(name, one));
    }
    form.fields.set("action", button);
    return this.send(new URL(form.action, url).href, "POST", form.fields.toString());
  }

  private async send(address: string, method: string, body?: string): Promise<Stop> {
    let [url, answer] = [address, await this.exchange(address, method, body)];
    for (let hop = 0; answer.headers.location !== undefined; hop++) {
      assert.ok(hop < 10, "redirects without an end");
      const next = new URL(answer.headers.location, url);
      if (next.origin !== new URL(address).origin) {
        return { kind: "callback", url: next };
      }
      [url, answer] = [next.href, await this.exchange(next.href, "GET")];
    }
    if (answer.text.includes("document.forms[0].submit()")) {
      const { action, fields } = formOf(answer.text);
      return { kind: "callback", url: new URL(action), form: fields };
    }
    return { kind: "page", url, ...answer };
  }

  private async exchange(url: string, method: string, body?: string): Promise<RawAnswer> {
    const { pathname } = new URL(url);
    const sent = [...this.cookies.values()].filter(({ path }) => pathname.startsWith(path));
    const answer = await exchange(url, {
      method,
      headers: {
        Accept: "text/html",
        Cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; "),
        ...(body !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
      },
      ...(body !== undefined && { body }),
    });
    (answer.headers["set-cookie"] ?? []).forEach((text) => this.keep(text));
    return answer;
  }

  private keep(text: string): void {
    const [pair = "", ...attributes] = text.split(/; */);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? "/";
    this.cookies.delete(`${name} ${path}`);
    if (value !== "") {
      this.cookies.set(`${name} ${path}`, { name, value, path });
    }
  }
}

export type Change = Readonly<Record<string, string | readonly string[]>>;

export function pageOf(stop: Stop): PageStop {
  assert.ok(stop.kind === "page", `not a page: ${JSON.stringify(stop)}`);
  return stop;
}

export function callbackOf(stop: Stop): CallbackStop {
  assert.ok(stop.kind === "callback", `not a callback: ${JSON.stringify(stop)}`);
  return stop;
}

export const ADVISER = { userName: "alex.morgan", password: "sandbox" };

/** Signs in and allows everything. */
export async function signInByHand(
  address: string,
  person: Change = ADVISER,
): Promise<CallbackStop> {
  const browser = new HandBrowser();
  const consent = await browser.press(await browser.open(address), "signIn", person);
  return callbackOf(await browser.press(consent, "allow"));
}

function formOf(text: string): { readonly action: string; readonly fields: URLSearchParams } {
  const fields = new URLSearchParams();
  for (const [tag] of text.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, "name");
    const isBox = attribute(tag, "type") === "checkbox";
    if (name !== undefined && (!isBox || /\schecked[\s/>]/.test(tag))) {
      fields.append(name, attribute(tag, "value") ?? "");
    }
  }
  const [form = ""] = /<form[^>]*>/.exec(text) ?? [];
  const action = attribute(form, "action");
  assert.ok(action !== undefined, `no form: ${text}`);
  return { action, fields };
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value?.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
