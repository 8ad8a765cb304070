import Module from "node:module";
import { posix } from "node:path";

/** One text that the editor was given to draw. */
export interface Drawn {
  readonly surface: string;
  readonly text: string;
}

/** What was drawn since it was emptied last. */
export const drawn: Drawn[] = [];
/** Answers of the editor's questions, by the name of the function; undefined declines. */
export const answers = new Map<string, (...args: never[]) => unknown>();

/** Members of what the editor is given that it draws; all others are carried along. */
const TEXTS = new Set([
  ...["title", "prompt", "placeHolder", "placeholder", "validationMessage", "openLabel"],
  ...["label", "description", "detail", "tooltip", "text", "message", "value"],
  ...["accessibilityInformation", "items", "command"],
]);

function collect(surface: string, value: unknown): void {
  if (typeof value === "string") {
    drawn.push({ surface, text: value });
  } else if (Array.isArray(value)) {
    value.forEach((item) => collect(surface, item));
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (TEXTS.has(name)) {
        collect(`${surface}.${name}`, member);
      }
    }
  }
}

function recorder(surface: string) {
  return (...args: unknown[]): unknown => {
    collect(surface, args);
    return Promise.resolve(answers.get(surface)?.(...(args as never[])));
  };
}

/** Makes what `new` makes: the arguments by name, each member drawn when it is set. */
function shown(surface: string, ...names: readonly string[]) {
  return function (...args: unknown[]): object {
    args.forEach((value, index) => collect(`${surface}.${names[index] ?? ""}`, value));
    return watched(surface, Object.fromEntries(names.map((name, index) => [name, args[index]])));
  };
}

export function watched<Shown extends object>(surface: string, base: Shown): Shown {
  return new Proxy(base, {
    set: (target, name, value) => {
      if (TEXTS.has(String(name))) {
        collect(`${surface}.${String(name)}`, value);
      }
      return Reflect.set(target, name, value);
    },
  });
}

/** A box that is accepted as soon as it is shown, with its first item or what stands in it. */
function box(surface: string) {
  return () => {
    let accept = (): void => undefined;
    let hide = (): void => undefined;
    const made = watched(surface, {
      value: "",
      items: [] as unknown[],
      get activeItems() {
        return made.items.slice(0, 1);
      },
      get selectedItems() {
        return made.items.slice(0, 1);
      },
      onDidChangeValue: (listener: () => void) => listener(),
      onDidTriggerButton: () => undefined,
      onDidTriggerItemButton: () => undefined,
      onDidAccept: (listener: () => void) => (accept = listener),
      onDidHide: (listener: () => void) => (hide = listener),
      show: () => {
        accept();
        queueMicrotask(() => hide());
      },
      hide: () => hide(),
      dispose: () => undefined,
    });
    return made;
  };
}

/** As much of a URI as a path of this machine needs. */
class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  constructor(private readonly text: string) {
    const { protocol, pathname } = new URL(text);
    this.scheme = protocol.slice(0, -1);
    this.path = this.fsPath = decodeURIComponent(pathname);
  }
  toString(): string {
    return this.text;
  }
  with(change: { readonly scheme?: string; readonly path?: string }): Uri {
    const { scheme, path } = { scheme: this.scheme, path: this.path, ...change };
    return new Uri(`${scheme}://${path}`);
  }
  // The path of a document is its name in tabs; what is only decorated has no query.
  static from(parts: { readonly path: string; readonly query?: string }): object {
    if (parts.query !== undefined) {
      collect("Uri.path", parts.path);
    }
    const change = (other: Partial<typeof parts>): object => Uri.from({ ...parts, ...other });
    return { ...parts, with: change, toString: () => parts.path };
  }
  static file(path: string): Uri {
    return new Uri(`file://${path}`);
  }
  static parse(text: string): Uri {
    return new Uri(text);
  }
  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return base.with({ path: posix.join(base.path, ...parts) });
  }
}

export function uriOf(text: string): Uri {
  return new Uri(text);
}

/** What a file system says that it cannot do. */
export class FileSystemError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

class EventEmitter<Told> {
  private readonly listeners = new Set<(told: Told) => void>();
  readonly event = (listener: (told: Told) => void): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(told: Told): void {
    this.listeners.forEach((listener) => listener(told));
  }
  dispose(): void {
    this.listeners.clear();
  }
}

interface Named {
  toString(): string;
}

/** What an extension asks the editor to change, as it was asked. */
export class WorkspaceEdit {
  readonly edits: { readonly uri: Named; readonly range: Range; readonly text: string }[] = [];
  replace(uri: Named, range: Range, text: string): void {
    this.edits.push({ uri, range, text });
  }
  insert(uri: Named, position: unknown, text: string): void {
    this.replace(uri, new Range(position, position), text);
  }
}

/** From one place to another, whatever a document of the test has for places. */
class Range {
  constructor(
    readonly start: unknown,
    readonly end: unknown,
  ) {}
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

/** A comparison, by its side that is changed. */
export class TabInputTextDiff {
  constructor(readonly modified: Named) {}
}

/** One document. */
export class TabInputText {
  constructor(readonly uri: Named) {}
}

class CancellationTokenSource {
  readonly token = {};
  cancel(): void {}
  dispose(): void {}
}

/** A test may give it what is in front. */
export const window: Record<string, unknown> = {
  ...Object.fromEntries(
    [
      ...["showInformationMessage", "showWarningMessage", "showErrorMessage", "showInputBox"],
      ...["showQuickPick", "showOpenDialog", "showSaveDialog", "setStatusBarMessage"],
      "showTextDocument",
    ].map((name) => [name, recorder(name)]),
  ),
  createQuickPick: box("createQuickPick"),
  createInputBox: box("createInputBox"),
  withProgress: (options: unknown, task: (progress: object, token: object) => unknown) => {
    collect("withProgress", options);
    const report = recorder("withProgress.report");
    return task({ report }, { onCancellationRequested: () => undefined });
  },
};

/** What a test gives the editor beside its surfaces. */
export const workspace: Record<string, unknown> = {};
/** Where a test takes what the editor is told to ask us for. */
export const languages: Record<string, unknown> = {};

const fake = {
  ...{ workspace, languages },
  WorkspaceEdit,
  window,
  env: { language: "en" },
  l10n: {
    t: (message: string, ...values: unknown[]) =>
      message.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
  },
  commands: { executeCommand: recorder("executeCommand") },
  Disposable: { from: () => ({ dispose: () => undefined }) },
  CancellationTokenSource,
  ProgressLocation: { Notification: 15 },
  QuickInputButtons: { Back: {} },
  CodeActionKind: { QuickFix: {} },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1 },
  DiagnosticSeverity: {},
  FileType: { File: 1, Directory: 2 },
  FileChangeType: { Changed: 1 },
  QuickPickItemKind: { Separator: -1 },
  ThemeIcon: Object,
  ThemeColor: Object,
  ...{ Position, Range },
  ...{ Uri, FileSystemError },
  EventEmitter,
  ...{ TabInputText, TabInputTextDiff },
  TreeItem: shown("TreeItem", "label"),
  MarkdownString: shown("MarkdownString", "value"),
  CodeLens: shown("CodeLens", "range", "command"),
  Diagnostic: shown("Diagnostic", "range", "message"),
  CodeAction: shown("CodeAction", "title"),
  FileDecoration: shown("FileDecoration", "badge", "tooltip"),
};

interface Loader {
  _load(request: string, ...rest: unknown[]): unknown;
}

/** From here on `vscode` is this recorder: a test imports it before what it tests. */
const loader = Module as unknown as Loader;
const load = loader._load.bind(loader);
loader._load = (request, ...rest) => (request === "vscode" ? fake : load(request, ...rest));
