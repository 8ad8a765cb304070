import type * as vscode from "vscode";
import { type Calls, Rpc, type RpcOptions } from "../base/rpc";
import { DisposableStore } from "./disposables";
import { pageFailures } from "./pageFailures";
import { webviewFocus } from "./webviewFocus";

type HostOptions<Out extends Calls, In extends Calls> = Omit<
  RpcOptions<Out, In>,
  "post" | "timeoutMilliseconds"
>;

interface WebviewConnection<Out extends Calls, In extends Calls> extends vscode.Disposable {
  readonly rpc: Rpc<Out, In>;
}

const TIMEOUT_MILLISECONDS = 30_000;

/** An editor or a view that a webview fills. */
type WebviewPlace = Pick<vscode.WebviewPanel, "webview" | "visible">;

/** The host's end of a panel's messages; dispose it with the panel. */
export function connectWebview<Out extends Calls, In extends Calls>(
  place: WebviewPlace,
  options: HostOptions<Out, In>,
): WebviewConnection<Out, In> {
  const { webview } = place;
  const rpc = new Rpc<Out, In>({
    ...options,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    describeFailure: (error, call) => {
      pageFailures.note(call, error);
      return options.describeFailure(error, call);
    },
    post: (message) => {
      // A panel that closes meanwhile needs no answer.
      webview.postMessage(message).then(undefined, () => undefined);
    },
  });
  const store = new DisposableStore();
  store.add(webview.onDidReceiveMessage((message: unknown) => rpc.receive(message)));
  store.add(rpc);
  store.add(webviewFocus.add({ isVisible: () => place.visible, ping: () => rpc.ping() }));
  return { rpc, dispose: () => store.dispose() };
}
