import type { HostToPanel, PanelContent, PanelToHost } from "../../../src/shared/listPanel";
import { PANEL_CHECKS } from "../../../src/shared/panelChecks";
import type { Handlers } from "../../../src/shared/rpc";
import { type OpenPage, type PageOptions, startBed, watch } from "./bed";
import { PANEL_TEXTS } from "./texts";
import { THEMES, type Theme } from "./themes";

export { THEMES, watch, type Theme };

/** A browser and a server of the built list panel: all of a webview but VS Code itself. */
export interface PanelBed {
  open(content: PanelContent, options?: PageOptions): Promise<OpenPanel>;
  close(): Promise<void>;
}

export interface OpenPanel extends Omit<OpenPage<HostToPanel, PanelToHost>, "rpc" | "settle"> {
  /** What the panel asked for, without "start". */
  readonly calls: readonly (readonly [name: string, parameters: unknown])[];
  show(content: PanelContent): Promise<void>;
}

export async function startPanelBed(): Promise<PanelBed> {
  const bed = await startBed();
  return {
    open: async (first, options) => {
      const calls: [string, unknown][] = [];
      let held = first;
      const opened = await bed.open<HostToPanel, PanelToHost>(
        {
          script: "list.js",
          drawn: "fp-list-panel h1",
          checks: PANEL_CHECKS,
          handlers: recording(calls, () => ({ ...held, texts: PANEL_TEXTS })),
        },
        options,
      );
      return {
        ...opened,
        calls,
        show: async (content) => {
          held = { ...held, ...content };
          opened.rpc.notify("show", content);
          await opened.settle();
        },
      };
    },
    close: () => bed.close(),
  };
}

function recording(
  calls: [string, unknown][],
  start: Handlers<PanelToHost>["start"],
): Handlers<PanelToHost> {
  const record =
    (name: string) =>
    (parameters: unknown): undefined => {
      calls.push([name, parameters]);
    };
  return {
    start,
    turn: record("turn"),
    resize: record("resize"),
    openAsJson: record("openAsJson"),
    openRequest: record("openRequest"),
    act: record("act"),
    copy: record("copy"),
  };
}
