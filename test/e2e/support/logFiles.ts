import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What VS Code and its extensions wrote to their log files since the server started. */
export class LogFiles {
  constructor(private readonly folder: string) {}

  /** Everything that the extension wrote to its log channels, over all windows. */
  ofExtension(extensionId: string): string {
    return this.read((path) => path.includes(extensionId));
  }

  /** The extension hosts' own log: activation, errors that nobody caught. */
  ofExtensionHost(): string {
    return this.read((path) => path.endsWith("remoteexthost.log"));
  }

  /** Lines that tell of an error nobody handled, in any log file. */
  unhandled(): readonly string[] {
    return this.read(() => true)
      .split("\n")
      .filter((line) => /unhandled|promise not handled|uncaught/i.test(line));
  }

  private read(wanted: (path: string) => boolean): string {
    if (!existsSync(this.folder)) {
      return "";
    }
    const paths = readdirSync(this.folder, { recursive: true, encoding: "utf8" });
    return paths
      .filter((path) => path.endsWith(".log") && wanted(path))
      .sort()
      .map((path) => readFileSync(join(this.folder, path), "utf8"))
      .join("\n");
  }
}
