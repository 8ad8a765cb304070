import "@vscode-elements/elements/dist/vscode-button/index.js";
import "@vscode-elements/elements/dist/vscode-icon/index.js";
import {
  type BothCalls,
  type Calls,
  type CallSchema,
  type Handlers,
  type ParametersOf,
  type ResultOf,
  Rpc,
} from "../base/rpc";
import { pageStyles } from "./styles";

/** What every panel may call. */
interface StartCall {
  readonly start: CallSchema;
}

interface PanelOptions<Out extends Calls, In extends Calls> extends BothCalls<Out, In> {
  /** The panel's own elements by their names. */
  readonly elements: Readonly<Record<string, CustomElementConstructor>>;
  /** What the host may call; nothing arrives before the script has ended. */
  readonly handlers: Handlers<In>;
  /** Gives the focus to where the work begins, when the panel gets it and nothing in it had it. */
  readonly focusFirst?: () => void;
}

interface Panel<Out extends Calls & StartCall, In extends Calls> {
  readonly rpc: Rpc<Out, In>;
  /** Adds the panel's element to the document and asks the host for what it shows first. */
  start(
    element: HTMLElement,
    parameters: ParametersOf<Out["start"]>,
    onAnswer: (answer: ResultOf<Out["start"]>) => void,
  ): void;
  /** What the editor kept of an earlier life of the panel. */
  readonly savedState: unknown;
  saveState(state: unknown): void;
  /** Calls the host, which tells the user itself if that fails. */
  send<K extends keyof Out & string>(name: K, parameters: ParametersOf<Out[K]>): void;
}

/** Prepares the document of a panel and connects it with the host. */
export function startPanel<Out extends Calls & StartCall, In extends Calls>({
  elements,
  handlers,
  focusFirst = ignore,
  ...calls
}: PanelOptions<Out, In>): Panel<Out, In> {
  if (pageStyles.styleSheet !== undefined) {
    document.adoptedStyleSheets.push(pageStyles.styleSheet);
  }
  for (const [name, element] of Object.entries(elements)) {
    customElements.define(name, element);
  }
  const vscode = acquireVsCodeApi();
  const rpc = new Rpc<Out, In>({
    post: (message) => vscode.postMessage(message),
    timeoutMilliseconds: 30_000,
    describeFailure: () => ({ code: "internal/unexpected", text: "" }),
    ...calls,
    handlers,
  });
  receiveMessages(rpc);
  keepFocus(focusFirst);
  return {
    rpc,
    start: (element, parameters, onAnswer) => {
      document.body.append(element);
      rpc.call("start", parameters).then(onAnswer, ignore);
    },
    savedState: vscode.getState(),
    saveState: (state) => vscode.setState(state),
    send: (name, parameters) => void rpc.call(name, parameters).catch(ignore),
  };
}

/**
 * When a menu or a view opens over the panel and closes again, the editor gives the focus back to
 * the document alone: what had it there would have to be looked for from the top again.
 */
function keepFocus(focusFirst: () => void): void {
  let last: EventTarget | undefined;
  // Moves inside of one shadow tree are not told outside of it; what leaves the document is.
  for (const type of ["focusin", "focusout"] as const) {
    window.addEventListener(type, (event) => {
      [last] = event.composedPath();
    });
  }
  window.addEventListener("focus", () => {
    // A click gives the focus to the window first, then to what was clicked.
    requestAnimationFrame(() => {
      if (!document.hasFocus() || document.activeElement !== document.body) {
        return;
      }
      if (last instanceof HTMLElement && last.isConnected) {
        last.focus({ preventScroll: true });
      }
      // It is gone, or cannot have the focus any more.
      if (document.activeElement === document.body) {
        focusFirst();
      }
    });
  });
}

/** A slow line to the editor must not keep the panel blank. */
const FONT_TIMEOUT_MS = 2_000;

/**
 * Messages wait, in their order, for the font of the icons. The browser would load it with the
 * first icon that it draws, and all icons would be blank for a moment. Without the font there are
 * words still.
 */
function receiveMessages(rpc: { receive(message: unknown): void }): void {
  let waiting: unknown[] | undefined = [];
  window.addEventListener("message", ({ origin, data }) => {
    // The editor posts from the webview's own origin.
    if (origin !== window.origin) {
      return;
    }
    if (waiting === undefined) {
      rpc.receive(data);
    } else {
      waiting.push(data);
    }
  });
  const isLate = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
  void Promise.race([document.fonts.load("16px codicon"), isLate])
    .catch(ignore)
    .then(async () => {
      for (const message of waiting ?? []) {
        rpc.receive(message);
        // What waits for an answer goes on before the next message.
        await Promise.resolve();
      }
      waiting = undefined;
    });
}

/** Handles events of one class, which tells a panel's own events from others of their name. */
export function listen<E extends Event>(
  target: EventTarget,
  name: string,
  type: new (...parameters: never[]) => E,
  handle: (event: E) => void,
): void {
  target.addEventListener(name, (event) => {
    if (event instanceof type) {
      handle(event);
    }
  });
}

/** For calls whose failure the host shows itself. */
export function ignore(): void {
  return undefined;
}
