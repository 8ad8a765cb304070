import type { IncomingMessage, ServerResponse } from "node:http";
import type { Client, Interaction, Provider } from "oidc-provider";
import { durationText, momentText } from "./duration";
import { errorPage } from "./errorPage";
import { policySource, sendPage, type PageAnswer } from "./pages";
import { findPerson, type Person } from "./people";
import { consentPage, signInPage, type Asking, type FailedSignIn } from "./signInPages";

/** Path below the issuer where a person signs in and consents. */
export const INTERACTION_PATH = "/interaction/";

interface InteractionOptions {
  readonly provider: Provider;
  /** Seconds from a consent for the client to its end. */
  readonly consentSeconds: (clientId: string) => number;
  /** The client whose consents the user is told the end of. */
  readonly delegationClientId: string;
  readonly people: () => readonly Person[];
  readonly now: () => number;
}

/** What a step of the interaction is about. */
interface Step extends InteractionOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly interaction: Interaction;
  readonly client: Client;
}

/** Shows the page of the present step, sign-in or consent, or takes what was chosen on it. */
export async function handleInteraction(
  options: InteractionOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider } = options;
  let interaction: Interaction;
  try {
    interaction = await provider.interactionDetails(request, response);
  } catch {
    stop(
      response,
      "This sign-in is not known here, it took too long, or another person signed in with this " +
        "browser meanwhile.",
    );
    return;
  }
  const client = await provider.Client.find(textOf(interaction.params["client_id"]));
  if (client === undefined) {
    stop(response, "The application is not known any more.");
    return;
  }
  const step = { ...options, request, response, interaction, client };
  if (request.method === "POST") {
    await takeChoice(step, new URLSearchParams(await readForm(request)));
  } else {
    showStep(step);
  }
}

function showStep(step: Step): void {
  const { request, interaction } = step;
  const accountId = interaction.session?.accountId;
  const person = step.people().find((one) => one.accountId === accountId);
  const wantsOther = new URLSearchParams(request.url?.split("?")[1]).get("person") === "other";
  if (interaction.prompt.name === "login" || person === undefined || wantsOther) {
    show(step, { status: 200, text: signInPage(askingOf(step)) });
    return;
  }
  const { client, consentSeconds, delegationClientId, now } = step;
  const seconds = consentSeconds(client.clientId);
  const question = {
    ...askingOf(step),
    person,
    scopes: scopesOf(interaction),
    callback: callbackOf(interaction),
    end:
      client.clientId === delegationClientId
        ? { duration: durationText(seconds), moment: momentText(now() + seconds * 1000) }
        : undefined,
  };
  show(step, { status: 200, text: consentPage(question) });
}

async function takeChoice(step: Step, form: URLSearchParams): Promise<void> {
  const { interaction } = step;
  switch (form.get("action")) {
    case "signIn":
      await signIn(step, form);
      return;
    case "allow":
      await allow(step, new Set(form.getAll("scope")));
      return;
    case "refuse": {
      const at = interaction.prompt.name === "login" ? "to sign in" : "to allow access";
      await finish(step, { error: "access_denied", error_description: `The user refused ${at}` });
      return;
    }
    default:
      stop(step.response, "The page was sent without a choice.");
  }
}

async function signIn(step: Step, form: URLSearchParams): Promise<void> {
  const userName = form.get("userName") ?? "";
  const person = findPerson(step.people(), userName, form.get("password") ?? "");
  if (person === undefined) {
    const failed: FailedSignIn = { userName };
    show(step, { status: 422, text: signInPage(askingOf(step), failed) });
    return;
  }
  await leaveSession(step, person);
  await finish(step, { login: { accountId: person.accountId } });
}

/** The provider does not let one person take over the browser session of another. */
async function leaveSession(step: Step, person: Person): Promise<void> {
  const { provider, request, response, interaction } = step;
  const session = await provider.Session.get({ req: request, res: response });
  if (session.accountId !== undefined && session.accountId !== person.accountId) {
    session.accountId = undefined;
    session.authorizations = undefined;
    await session.persist();
    // Else the provider would stop here: the principal changed.
    interaction.session = undefined;
    await interaction.persist();
  }
}

async function allow(step: Step, chosen: ReadonlySet<string>): Promise<void> {
  const { provider, response, interaction, client, consentSeconds } = step;
  const accountId = interaction.session?.accountId;
  if (accountId === undefined) {
    stop(response, "Nobody signed in yet who could allow it.");
    return;
  }
  const { clientId } = client;
  const grant = new provider.Grant({ accountId, clientId, expiresIn: consentSeconds(clientId) });
  for (const scope of scopesOf(interaction)) {
    if (scope === "openid" || chosen.has(scope)) {
      grant.addOIDCScope(scope);
    } else {
      grant.rejectOIDCScope(scope);
    }
  }
  await finish(step, { consent: { grantId: await grant.save() } });
}

async function finish(step: Step, result: Readonly<Record<string, unknown>>): Promise<void> {
  await step.provider.interactionFinished(step.request, step.response, result);
}

function show({ response, interaction }: Step, answer: PageAnswer): void {
  sendPage(response, { ...answer, formTarget: policySource(callbackOf(interaction)) });
}

function stop(response: ServerResponse, description: string): void {
  sendPage(response, { status: 400, text: errorPage({ error: "invalid_request", description }) });
}

function askingOf({ request, client, people }: Step): Asking {
  const [path = ""] = (request.url ?? "").split("?");
  const { clientId, clientName = clientId } = client;
  return { path, clientName, clientId, people: people() };
}

/** What is asked for; the provider took out what it does not know. */
function scopesOf({ params }: Interaction): string[] {
  return textOf(params["scope"])
    .split(" ")
    .filter((scope) => scope !== "");
}

function callbackOf({ params }: Interaction): string {
  return textOf(params["redirect_uri"]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
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
