import { type AppError, isAppError } from "../../../platform/base/errors";
import {
  type ConnectionSecrets,
  ENVIRONMENTS,
  type IssuedConnection,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import { isLoopbackLiteral } from "../../../platform/http/origin";
import { MASKING_KEY_BYTES } from "../../privacy/common/masking";
import { connectionOf, emptyDraft } from "../../connections/common/draft";
import type { DataMode } from "../common/toolServices";

type Variables = Readonly<Record<string, string | undefined>>;

/** What the server is told by its environment. */
export interface McpSettings {
  /** Undefined: it starts a sandbox of its own. */
  readonly issued: IssuedConnection | undefined;
  readonly mode: Exclude<DataMode, "off">;
  /** Of pseudonyms; undefined: one of its own, that ends with it. */
  readonly maskingKey: Uint8Array | undefined;
  /** Where payload files may be written; undefined: nowhere. */
  readonly payloadFolder: string | undefined;
}

/** Each variable, and what it is for; printed by `--help`. */
export const VARIABLES = {
  FP_BASE_URL: "root of the service; without it a sandbox is started",
  FP_AUTH_URL: "root of the identity provider",
  FP_CLIENT_ID: "id of a service account",
  FP_CLIENT_SECRET: "its secret",
  FP_SUBSCRIPTION_KEY: "subscription key; it decides the environment",
  FP_ENVIRONMENT: "development or production; production where it is not said",
  FP_SCOPES: "scopes, with blanks between them",
  FP_NAME: "what the connection is called",
  FP_CRM_PREFIX: "path prefix of client records, /crm/v1 where it is not said",
  FP_FINANCES_PREFIX: "path prefix of finances, /finances/v1 where it is not said",
  FP_PROFILING_PREFIX: "path prefix of risk profiling, /profiling/v1 where it is not said",
  FP_DATA: "masked (where it is not said) or as-it-is",
  FP_MASKING_KEY: "key of pseudonyms, 32 bytes in base64; made anew where it is not said",
  FP_PAYLOAD_FOLDER: "folder for pension payload files; without it none is written",
} as const;

/** What is wrong with a variable; its value is never told. */
export class VariableError extends Error {
  constructor(
    readonly variable: string,
    problem: string,
  ) {
    super(`${variable}: ${problem}`);
  }
}

/** @throws VariableError for what cannot be used */
export function readEnvironment(variables: Variables): McpSettings {
  const payloadFolder = variables["FP_PAYLOAD_FOLDER"];
  return {
    issued: variables["FP_BASE_URL"] === undefined ? undefined : readConnection(variables),
    mode: readMode(variables["FP_DATA"]),
    maskingKey: readKey(variables["FP_MASKING_KEY"]),
    payloadFolder: payloadFolder === "" ? undefined : payloadFolder,
  };
}

function readMode(text = "masked"): McpSettings["mode"] {
  if (text !== "masked" && text !== "as-it-is") {
    throw new VariableError("FP_DATA", "masked or as-it-is");
  }
  return text === "masked" ? "masked" : "asItIs";
}

function readKey(text: string | undefined): Uint8Array | undefined {
  const key = text === undefined ? undefined : Buffer.from(text, "base64");
  if (key !== undefined && key.length !== MASKING_KEY_BYTES) {
    throw new VariableError("FP_MASKING_KEY", `${MASKING_KEY_BYTES} bytes in base64`);
  }
  return key;
}

/** By the field of a draft that a variable fills. */
const FIELDS = {
  label: "FP_NAME",
  baseUrl: "FP_BASE_URL",
  authUrl: "FP_AUTH_URL",
  clientId: "FP_CLIENT_ID",
  scopes: "FP_SCOPES",
  crmPrefix: "FP_CRM_PREFIX",
  financesPrefix: "FP_FINANCES_PREFIX",
  profilingPrefix: "FP_PROFILING_PREFIX",
} as const;

function readConnection(variables: Variables): IssuedConnection {
  const given = Object.entries(FIELDS).flatMap(([field, variable]) => {
    const value = variables[variable];
    return value === undefined ? [] : [[field, value] as const];
  });
  // What is not known counts as Production.
  const named = variables["FP_ENVIRONMENT"] ?? "production";
  const environment = ENVIRONMENTS.find((one) => one === named);
  if (environment === undefined) {
    throw new VariableError("FP_ENVIRONMENT", "development or production");
  }
  const draft = {
    ...{ ...emptyDraft(), label: "Service", ...Object.fromEntries(given) },
    accessModel: "serviceAccount" as const,
    environment,
  };
  const isSandbox = environment === "sandbox" && isLoopback(draft.baseUrl);
  if (environment === "sandbox" && !isSandbox) {
    throw new VariableError("FP_ENVIRONMENT", "sandbox is on this machine alone");
  }
  try {
    const id = isSandbox ? SANDBOX_CONNECTION_ID : "environment";
    return { connection: connectionOf(draft, id), secrets: readSecrets(variables) };
  } catch (error) {
    if (!isAppError(error)) {
      throw error;
    }
    throw new VariableError(variableOf(error), "missing, or not as it has to be");
  }
}

function variableOf({ values }: AppError): string {
  const field = String(values["field"] ?? "");
  return Object.entries(FIELDS).find(([name]) => name === field)?.[1] ?? "FP_BASE_URL";
}

function readSecrets(variables: Variables): ConnectionSecrets {
  const demand = (name: keyof typeof VARIABLES): string => {
    const value = variables[name];
    if (value === undefined || value === "") {
      throw new VariableError(name, "missing");
    }
    return value;
  };
  return {
    subscriptionKey: demand("FP_SUBSCRIPTION_KEY"),
    clientSecret: demand("FP_CLIENT_SECRET"),
  };
}

function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isLoopbackLiteral(url.hostname);
}
