import type * as vscode from "vscode";
import { lazy } from "../../platform/vscode/lazy";
import type { AssistantsServices } from "./host/services";
import type { AssistantAnswering } from "./host/toolRegistrations";

/** Answers the editor's questions about tools; what does the work is loaded with the first one. */
export function answerAssistants(services: AssistantsServices): AssistantAnswering {
  const load = lazy(async () => {
    const { EditorTools } = await import("./host/editorTools");
    return new EditorTools(services);
  });
  return {
    assistants: {
      prepare: async (...asked): Promise<vscode.PreparedToolInvocation> =>
        (await load()).prepare(...asked),
      invoke: async (...asked): Promise<string> => (await load()).invoke(...asked),
      serverEnvironment: async () => (await load()).serverEnvironment(),
    },
  };
}
