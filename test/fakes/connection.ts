import type { Connection } from "../../src/platform/base/connection";

/** A connection as an operator might have issued it, with what a test changes of it. */
export function aConnection(change: Partial<Connection> = {}): Connection {
  return {
    id: "connection-1",
    label: "Acme development",
    environment: "development",
    baseUrl: "https://service.example",
    prefixes: { crm: "/crm/v1", finances: "/finances/v1", profiling: "/profiling/v1" },
    authUrl: "https://identity.example",
    accessModel: "serviceAccount",
    clientId: "acme-service",
    clientAuthentication: "post",
    scopes: ["crm.read", "finances.read"],
    tokenParameters: [],
    callbackUrl: "",
    responseType: "code",
    proofKey: "auto",
    consentEndClaim: "",
    pageSize: undefined,
    colour: undefined,
    networking: "own",
    authenticationStatuses: [],
    ...change,
  };
}
