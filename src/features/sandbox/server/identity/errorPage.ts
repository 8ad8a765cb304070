import { html, page } from "./pages";

/** Why a sign-in ended on a page of the provider instead of going back to the application. */
interface Rejection {
  /** The protocol's word. */
  readonly error: string;
  readonly description: string;
  readonly clientId?: string | undefined;
  readonly callback?: string | undefined;
  /** Callback URLs of the application; absent when it is not known. */
  readonly registered?: readonly string[] | undefined;
}

/** The page that is shown where an error must not be sent back to the application. */
export function errorPage(rejection: Rejection): string {
  const { error, description } = rejection;
  return page(
    "Sign-in stopped",
    html`${reasonOf(rejection)}
      <p class="soft"><code>${error}</code> ${description}</p>
      <p>Nothing was sent to the application. Close this page and start the sign-in again.</p>`,
  );
}

function reasonOf({ error, clientId = "", callback, registered }: Rejection) {
  if (error === "invalid_redirect_uri" && registered !== undefined) {
    const addresses = registered.map((address) => html`<li><code>${address}</code></li>`);
    return html`<p class="error" role="alert">
        The callback URL <code>${short(callback ?? "")}</code> is not registered for the client
        <code>${clientId}</code>.
      </p>
      <h2>Registered callback URLs</h2>
      <ul>
        ${addresses}
      </ul>`;
  }
  return error === "invalid_client"
    ? html`<p class="error" role="alert">
        No client is registered under the id <code>${short(clientId)}</code>.
      </p>`
    : html`<p class="error" role="alert">The request to sign in cannot be answered.</p>`;
}

/** It is whatever somebody sent, of any length. */
function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
