import { createHmac } from "node:crypto";
import { AppError } from "../../../../platform/base/errors";
import { createMasking } from "../../../privacy/common/masking";
import type { Masking } from "../../../../platform/base/masking";
import { TextHashSet } from "../../../lists/common/rowHashes";
import { clientKey, partitionFolder } from "./partitions";

/** How a client is written in its data set. */
export interface WrittenClient {
  /** Its id, or the pseudonym of it. */
  readonly client: string;
  readonly folder: string;
  /** Of masked data sets: tells the client without saying who it is. */
  readonly print?: string;
}

const PRINT_DIGITS = 32;

/** Which clients a data set has, and what they are called in it. */
export class DataSetNames {
  private readonly done = new TextHashSet();
  private readonly taken = new TextHashSet();
  private readonly masking: Masking | undefined;

  constructor(private readonly maskingKey: Uint8Array | undefined) {
    this.masking = maskingKey && createMasking(maskingKey);
  }

  /** Tells keys apart without telling them. */
  get keyPrint(): string | undefined {
    return this.hashRow("key");
  }

  /** A journal says that this client is done; false where it said so before. */
  note({ client, print }: { readonly client: string; readonly print?: string }): boolean {
    this.taken.add(client);
    return this.done.add(print ?? clientKey(client));
  }

  isDone(clientId: string): boolean {
    return this.done.has(this.keyOf(clientId));
  }

  /**
   * The name for a client. Two of many clients may have one pseudonym: the later gets a number.
   * @throws AppError kind `input`: `exports/clientName` where the id cannot name a folder
   */
  write(clientId: string): WrittenClient {
    const { masking } = this;
    const print = this.hashRow(`client ${clientKey(clientId)}`);
    let client = clientKey(clientId);
    if (masking !== undefined) {
      const pseudonym = masking.maskValue({ path: ["clientId"], kind: "text", text: clientId });
      client = pseudonym;
      for (let number = 2; !this.taken.add(client); number++) {
        client = `${pseudonym}~${number}`;
      }
    }
    const folder = partitionFolder(client);
    if (folder === undefined) {
      throw new AppError("input", "exports/clientName");
    }
    return { client, folder, ...(print === undefined ? {} : { print }) };
  }

  /** What a client is called that has no folder. */
  nameless(clientId: string): Pick<WrittenClient, "client" | "print"> {
    const print = this.hashRow(`client ${clientKey(clientId)}`);
    return print === undefined ? { client: clientKey(clientId) } : { client: print, print };
  }

  /** A value of the query, by the name of its parameter, as others may read it. */
  shown(name: string, text: string): string {
    return this.masking?.maskValue({ path: [name], kind: "text", text }) ?? text;
  }

  private keyOf(clientId: string): string {
    return this.hashRow(`client ${clientKey(clientId)}`) ?? clientKey(clientId);
  }

  private hashRow(text: string): string | undefined {
    return (
      this.maskingKey &&
      createHmac("sha256", this.maskingKey)
        .update(`data set ${text}`)
        .digest("hex")
        .slice(0, PRINT_DIGITS)
    );
  }
}
