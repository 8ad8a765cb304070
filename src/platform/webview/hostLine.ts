import { type BothCalls, type Calls, type Handlers, Rpc } from "../base/rpc";

/** The panel's end of its messages with the host. */
export function connectHost<Out extends Calls, In extends Calls>(
  vscode: VsCodeApi,
  handlers: Handlers<In>,
  calls: BothCalls<Out, In>,
): Rpc<Out, In> {
  const rpc = new Rpc<Out, In>({
    post: (message) => vscode.postMessage(message),
    timeoutMilliseconds: 30_000,
    describeFailure: () => ({ code: "internal/unexpected", text: "" }),
    ...calls,
    handlers,
  });
  window.addEventListener("message", (event) => {
    // The editor posts from the webview's own origin.
    if (event.origin === window.origin) {
      rpc.receive(event.data);
    }
  });
  return rpc;
}

/** For calls whose failure the host has told to the user. */
export function ignore(): void {
  return undefined;
}
