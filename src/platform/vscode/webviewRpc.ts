import type * as vscode from "vscode";
import { type Calls, Rpc, type RpcOptions } from "../base/rpc";
import { DisposableStore } from "./disposables";

type HostOptions<Out extends Calls, In extends Calls> = Omit<
  RpcOptions<Out, In>,
  "post" | "timeoutMilliseconds"
>;

interface WebviewConnection<Out extends Calls, In extends Calls> extends vscode.Disposable {
  readonly rpc: Rpc<Out, In>;
}

const TIMEOUT_MILLISECONDS = 30_000;

/** The host's end of a panel's messages; dispose it with the panel. */
export function connectWebview<Out extends Calls, In extends Calls>(
  webview: vscode.Webview,
  options: HostOptions<Out, In>,
): WebviewConnection<Out, In> {
  const rpc = new Rpc<Out, In>({
    ...options,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    post: (message) => {
      // A panel that closes meanwhile needs no answer.
      webview.postMessage(message).then(undefined, () => undefined);
    },
  });
  const store = new DisposableStore();
  store.add(webview.onDidReceiveMessage((message: unknown) => rpc.receive(message)));
  store.add(rpc);
  return { rpc, dispose: () => store.dispose() };
}
