import { randomBytes } from "node:crypto";
import { withTimeout, type PlainStore } from "../../connections/common/storeTimeout";
import type { Clock } from "../../../platform/base/clock";
import type { Redactor } from "../../../platform/base/redactor";
import type { Locks } from "../../../platform/files/locks/locks";
import type { Log } from "../../../platform/base/log";
import type { SecretStore } from "../../../platform/base/secretStore";
import { KEY_BYTES } from "./bodyCipher";

const NAME = "financialPlanning.requests.bodiesKey";

interface BodyKeyOptions {
  readonly store: SecretStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Pick<Redactor, "add">;
}

/** The key of the bodies on disk: in the secret store, the same one for all windows. */
export class BodyKey {
  private readonly store: PlainStore;
  private known: Promise<Buffer | undefined> | undefined;
  private readonly listening: { dispose(): void };
  private hasWarned = false;

  constructor(private readonly options: BodyKeyOptions) {
    this.store = withTimeout(options.store, options.clock);
    this.listening = options.store.onDidChange((name) => {
      if (name === NAME) {
        this.known = undefined;
      }
    });
  }

  /** The key there is, else a new one; undefined where no store keeps one. */
  async make(): Promise<Buffer | undefined> {
    const key =
      (await this.find()) ?? (await this.options.locks.withLock(NAME, () => this.create()));
    if (key === undefined && !this.hasWarned) {
      this.hasWarned = true;
      this.options.log.warn("requests: no key ring keeps a key, so bodies are not kept on disk");
    }
    return key;
  }

  /** The key there is; undefined when there is none, or the store does not answer. */
  find(): Promise<Buffer | undefined> {
    this.known ??= this.read().then((key) => {
      if (key === undefined) {
        // Nothing is no fact to be kept: another window can make one at any time.
        this.known = undefined;
      }
      return key;
    });
    return this.known;
  }

  async delete(): Promise<void> {
    this.known = undefined;
    await this.store.delete(NAME).catch(() => undefined);
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async create(): Promise<Buffer | undefined> {
    // Another window may have been first.
    const found = await this.read();
    if (found !== undefined) {
      return found;
    }
    const text = randomBytes(KEY_BYTES).toString("base64");
    // A store without a key ring may say yes and keep nothing.
    await this.store.set(NAME, text).catch(() => undefined);
    return await this.read();
  }

  private async read(): Promise<Buffer | undefined> {
    const text = await this.store.get(NAME).catch(() => undefined);
    const key = Buffer.from(text ?? "", "base64");
    if (text === undefined || key.length !== KEY_BYTES) {
      return undefined;
    }
    this.options.redactor.add(text);
    return key;
  }
}
