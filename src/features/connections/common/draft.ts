import type { Connection, ConnectionColour } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import type { ConnectionDraft } from "../messages/connectionDraft";
import { checkDraft } from "./checkDraft";
import { normaliseRoot, readParameterLines, readStatusWords, readWords } from "./draftValues";

/** What a new connection begins with: the prefixes of the specification, and the careful choices. */
export function emptyDraft(): ConnectionDraft {
  return {
    label: "",
    // Unknown counts as production.
    environment: "production",
    baseUrl: "",
    crmPrefix: "/crm/v1",
    financesPrefix: "/finances/v1",
    profilingPrefix: "/profiling/v1",
    authUrl: "",
    accessModel: "serviceAccount",
    clientId: "",
    clientAuthentication: "post",
    scopes: "",
    tokenParameters: "",
    callbackUrl: "",
    responseType: "code",
    proofKey: "auto",
    consentEndClaim: "",
    pageSize: "",
    colour: "",
    networking: "own",
    authenticationStatuses: "",
  };
}

/** A connection as a form shows it. */
export function draftOf(connection: Connection): ConnectionDraft {
  const { prefixes, pageSize } = connection;
  return {
    label: connection.label,
    environment: connection.environment,
    baseUrl: connection.baseUrl,
    crmPrefix: prefixes.crm,
    financesPrefix: prefixes.finances,
    profilingPrefix: prefixes.profiling,
    authUrl: connection.authUrl,
    accessModel: connection.accessModel,
    clientId: connection.clientId,
    clientAuthentication: connection.clientAuthentication,
    scopes: connection.scopes.join(" "),
    tokenParameters: connection.tokenParameters.map((pair) => pair.join("=")).join("\n"),
    callbackUrl: connection.callbackUrl,
    responseType: connection.responseType,
    proofKey: connection.proofKey,
    consentEndClaim: connection.consentEndClaim,
    pageSize: pageSize === undefined ? "" : String(pageSize),
    colour: connection.colour ?? "",
    networking: connection.networking,
    authenticationStatuses: connection.authenticationStatuses.join(", "),
  };
}

/** The fields that a connection has when nothing is said of them. */
export function connectionBase(): Omit<
  Connection,
  "id" | "label" | "baseUrl" | "authUrl" | "clientId"
> {
  const { environment, accessModel, clientAuthentication, ...draft } = emptyDraft();
  const { responseType, proofKey, networking, crmPrefix, financesPrefix, profilingPrefix } = draft;
  return {
    ...{ environment, accessModel, clientAuthentication, responseType, proofKey, networking },
    prefixes: { crm: crmPrefix, finances: financesPrefix, profiling: profilingPrefix },
    ...{ scopes: [], tokenParameters: [], callbackUrl: "", consentEndClaim: "" },
    ...{ pageSize: undefined, colour: undefined, authenticationStatuses: [] },
  };
}

/**
 * The connection that a draft stands for. Addresses are normalised; what its access model does
 * not use is left out. Whether the label is taken is not looked at.
 * @throws AppError `input/draft`, with the first `field` that does not fit
 */
export function connectionOf(draft: ConnectionDraft, id: string): Connection {
  const [first] = checkDraft(draft, []);
  if (first !== undefined) {
    throw new AppError("input", "input/draft", { values: { field: first.field } });
  }
  const { environment, accessModel, clientAuthentication, networking } = draft;
  const withUser = accessModel !== "serviceAccount";
  const pageSize = draft.pageSize.trim();
  return {
    ...{ id, label: draft.label.trim(), environment, accessModel },
    baseUrl: normaliseRoot(draft.baseUrl) ?? "",
    prefixes: {
      crm: draft.crmPrefix.trim(),
      finances: draft.financesPrefix.trim(),
      profiling: draft.profilingPrefix.trim(),
    },
    authUrl: normaliseRoot(draft.authUrl) ?? "",
    ...{ clientId: draft.clientId.trim(), clientAuthentication, networking },
    scopes: readWords(draft.scopes),
    tokenParameters: readParameterLines(draft.tokenParameters).map(
      ({ name, value }) => [name, value] as const,
    ),
    callbackUrl: withUser ? draft.callbackUrl.trim() : "",
    responseType: withUser ? draft.responseType : "code",
    proofKey: withUser ? draft.proofKey : "auto",
    consentEndClaim: accessModel === "delegation" ? draft.consentEndClaim.trim() : "",
    pageSize: pageSize === "" ? undefined : Number(pageSize),
    colour: draft.colour === "" ? undefined : (draft.colour as ConnectionColour),
    authenticationStatuses: [...new Set(readStatusWords(draft.authenticationStatuses).map(Number))],
  };
}
