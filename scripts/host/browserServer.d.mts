import type { ChildProcess } from "node:child_process";
import type { InstalledVSCode } from "../install/vscode.mjs";

export interface BrowserServerOptions {
  readonly vscode: InstalledVSCode;
  /** Folder of user data, extensions and server log. */
  readonly profile: string;
  /** 0 or absent: a free one. */
  readonly port?: number;
  /** False keeps VS Code's question whether the folder is trusted. */
  readonly trustAll?: boolean;
  /** Tag of a language that the profile has; else it speaks English. */
  readonly language?: string | undefined;
}

export interface BrowserServer {
  readonly url: string;
  readonly pid: number;
  readonly profile: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export interface ProfileFolders {
  readonly userData: string;
  readonly extensions: string;
  readonly userSettings: string;
  readonly machineSettings: string;
  readonly logs: string;
}

export function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer>;
export function installExtension(
  vscode: InstalledVSCode,
  profile: string,
  vsixFile: string,
): Promise<void>;
export function profileFolders(profile: string): ProfileFolders;
