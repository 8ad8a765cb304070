import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";

/** What a file that was made holds; `sha256` in lower case hexadecimal. */
interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
}

/** Texts are gathered until they are worth a write. */
const GATHERED_BYTES = 262_144;

/** A file while it is made: written from its beginning to its end, hashed on the way. */
export class MadeFile {
  private readonly hash = createHash("sha256");
  private parts: Uint8Array[] = [];
  private gathered = 0;
  private written = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
  ) {}

  /** In the place of what is there, and for this user alone. */
  static async open(path: string): Promise<MadeFile> {
    await rm(path, { force: true });
    return new MadeFile(path, await open(path, "wx", 0o600));
  }

  async addText(text: string): Promise<void> {
    // As bytes at once: a text that was joined of many keeps all of them alive.
    const bytes = Buffer.from(text);
    this.parts.push(bytes);
    this.gathered += bytes.length;
    if (this.gathered >= GATHERED_BYTES) {
      await this.flush();
    }
  }

  /** The bytes are free again when it has come back. */
  async addBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.write(bytes);
  }

  /** All of it is on the disk. */
  async finish(): Promise<FileFacts> {
    await this.flush();
    await this.file.sync();
    await this.file.close();
    return { bytes: this.written, sha256: this.hash.digest("hex") };
  }

  /** Takes back what was made. */
  async discard(): Promise<void> {
    await this.file.close();
    await rm(this.path, { force: true });
  }

  private async flush(): Promise<void> {
    if (this.gathered > 0) {
      const bytes = Buffer.concat(this.parts);
      this.parts = [];
      this.gathered = 0;
      await this.write(bytes);
    }
  }

  private async write(bytes: Uint8Array): Promise<void> {
    this.hash.update(bytes);
    await this.file.writeFile(bytes);
    this.written += bytes.length;
  }
}
