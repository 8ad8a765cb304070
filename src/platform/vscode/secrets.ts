import type * as vscode from "vscode";
import type { SecretStore } from "../base/secretStore";

/** The editor's SecretStorage as the core asks for it. */
export function createSecretStore(storage: vscode.SecretStorage): SecretStore {
  return {
    get: async (key) => storage.get(key),
    set: async (key, value) => storage.store(key, value),
    delete: async (key) => storage.delete(key),
    onDidChange: (listener) => storage.onDidChange(({ key }) => listener(key)),
  };
}
