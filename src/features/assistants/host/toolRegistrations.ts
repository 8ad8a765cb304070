import * as vscode from "vscode";
import {
  ASSISTANT_TOOLS,
  type AssistantTool,
  editorToolName,
  MCP_PROVIDER,
} from "../../../manifest";
import { manifestOf } from "../../../platform/vscode/packageFiles";
import { onSettingChange, readSetting } from "../../../platform/vscode/settings";

/** What answers the editor's questions about tools, once it is loaded. */
export interface AssistantAnswering {
  readonly assistants: {
    /** Texts of the question before a tool runs. */
    prepare(tool: AssistantTool, input: unknown): Promise<vscode.PreparedToolInvocation>;
    /** A JSON text; throws where the user cancelled. */
    invoke(tool: AssistantTool, input: unknown, token: vscode.CancellationToken): Promise<string>;
    /** Values of the server's environment; the sandbox of this window is started for them. */
    serverEnvironment(): Promise<Record<string, string>>;
  };
}

const SETTING = "financialPlanning.assistants.data";
type Answering = () => Promise<AssistantAnswering>;

/**
 * The tools and the MCP server, as far as this editor knows of such. What they do is loaded with
 * the first one that is used.
 */
export function registerAssistants(
  context: vscode.ExtensionContext,
  answering: Answering,
): vscode.Disposable {
  // Editors that are made from VS Code may lack either.
  const { lm } = vscode as Partial<Pick<typeof vscode, "lm">>;
  const known: Partial<typeof vscode.lm> = lm ?? {};
  const tools =
    known.registerTool === undefined
      ? []
      : ASSISTANT_TOOLS.map((tool) =>
          vscode.lm.registerTool(editorToolName(tool), createTool(tool, answering)),
        );
  const servers =
    known.registerMcpServerDefinitionProvider === undefined
      ? []
      : [provideServer(context, answering)];
  return vscode.Disposable.from(...tools, ...servers);
}

function createTool(tool: AssistantTool, answering: Answering): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }) => (await answering()).assistants.prepare(tool, input),
    invoke: async ({ input }, token) => {
      const { assistants } = await answering();
      const text = await assistants.invoke(tool, input, token);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** The server is for the sandbox of the window: other connections have the tools of the editor. */
function provideServer(context: vscode.ExtensionContext, answering: Answering): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const program = context.asAbsolutePath("dist/mcp.js");
  const { version } = manifestOf(context);
  const label = vscode.l10n.t("Financial Planning sandbox");
  return vscode.Disposable.from(
    changed,
    onSettingChange(SETTING, () => changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () =>
        readSetting(SETTING) === "off"
          ? []
          : [new vscode.McpStdioServerDefinition(label, process.execPath, [program], {}, version)],
      resolveMcpServerDefinition: async (server) => {
        const env = await (await answering()).assistants.serverEnvironment();
        const { command, args } = server as vscode.McpStdioServerDefinition;
        return new vscode.McpStdioServerDefinition(label, command, args, env, version);
      },
    }),
  );
}
