import { createInterface } from "node:readline";

/** Asks for the address that a browser is sent to; where the input has ended it gets none. */
export class SignInPrompt {
  private readonly input = createInterface({ input: process.stdin });
  private readonly lines = this.input[Symbol.asyncIterator]();

  async ask(address: string): Promise<string> {
    process.stderr.write(
      `Open this address in a browser and sign in:\n${address}\n` +
        `Paste the address that the browser is sent to: `,
    );
    const line: IteratorResult<string, undefined> = await this.lines.next();
    return line.value?.trim() ?? "";
  }

  /** The program would wait for its input at the end. */
  close(): void {
    this.input.close();
  }
}
