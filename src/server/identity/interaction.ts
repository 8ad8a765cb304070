import type { IncomingMessage, ServerResponse } from "node:http";
import type { Interaction, Provider } from "oidc-provider";
import { errorPage, sendPage, signInPage, type Person } from "./pages";

/** Path below the issuer where a person signs in. */
export const INTERACTION_PATH = "/interaction/";

const PEOPLE: readonly Person[] = [
  { accountId: "adviser-1", name: "Alex Morgan, adviser" },
  { accountId: "paraplanner-1", name: "Sam Okoro, paraplanner" },
];

/** The name that the scope `profile` shows. */
export function nameOf(accountId: string): string {
  return PEOPLE.find((person) => person.accountId === accountId)?.name ?? accountId;
}

/** Shows the sign-in page, or takes what was chosen on it: sign-in and consent are one step. */
export async function handleInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let interaction: Interaction;
  try {
    interaction = await provider.interactionDetails(request, response);
  } catch {
    const description = "This sign-in is not known here, or it took too long.";
    sendPage(response, 400, errorPage("invalid_request", description));
    return;
  }
  if (request.method !== "POST") {
    const action = request.url ?? "";
    sendPage(response, 200, signInPage(action, PEOPLE, scopesOf(interaction)));
    return;
  }
  const choice = new URLSearchParams(await readForm(request));
  const person = PEOPLE.find(({ accountId }) => accountId === choice.get("accountId"));
  await provider.interactionFinished(
    request,
    response,
    person === undefined
      ? { error: "access_denied", error_description: "The user refused" }
      : await consentOf(provider, interaction, person.accountId),
  );
}

async function consentOf(
  provider: Provider,
  interaction: Interaction,
  accountId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const clientId = String(interaction.params["client_id"]);
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scopesOf(interaction).join(" "));
  return { login: { accountId }, consent: { grantId: await grant.save() } };
}

function scopesOf({ params }: Interaction): string[] {
  const { scope } = params;
  return (typeof scope === "string" ? scope : "").split(" ").filter((scope) => scope !== "");
}

const FORM_LIMIT = 4096;

async function readForm(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString("latin1");
    if (text.length > FORM_LIMIT) {
      return "";
    }
  }
  return text;
}
