import { type Connection, CONNECTION_COLOURS } from "../../../platform/base/connection";
import type { DraftField } from "../messages/connectionDraft";
import { CHOICES } from "./checkDraft";

/** How a member of a connection is written in a file. */
export type FieldShape =
  | { readonly kind: "text" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "number" }
  | { readonly kind: "texts" }
  | { readonly kind: "numbers" }
  | { readonly kind: "prefixes" }
  | { readonly kind: "pairs" };

interface FileField {
  readonly shape: FieldShape;
  readonly isRequired?: true;
}

const TEXT: FieldShape = { kind: "text" };

function choice(name: keyof typeof CHOICES): FileField {
  return { shape: { kind: "choice", choices: CHOICES[name] } };
}

/**
 * The members of a connection in a file, in the order of an export. What may be absent has the
 * value that a new connection begins with. A field that is forgotten here does not compile.
 */
export const FILE_FIELDS: Readonly<Record<keyof Connection, FileField>> = {
  id: { shape: TEXT, isRequired: true },
  label: { shape: TEXT, isRequired: true },
  environment: choice("environment"),
  baseUrl: { shape: TEXT, isRequired: true },
  prefixes: { shape: { kind: "prefixes" } },
  authUrl: { shape: TEXT, isRequired: true },
  accessModel: { ...choice("accessModel"), isRequired: true },
  clientId: { shape: TEXT, isRequired: true },
  clientAuthentication: choice("clientAuthentication"),
  scopes: { shape: { kind: "texts" } },
  tokenParameters: { shape: { kind: "pairs" } },
  callbackUrl: { shape: TEXT },
  responseType: choice("responseType"),
  proofKey: choice("proofKey"),
  consentEndClaim: { shape: TEXT },
  pageSize: { shape: { kind: "number" } },
  colour: { shape: { kind: "choice", choices: CONNECTION_COLOURS } },
  networking: choice("networking"),
  authenticationStatuses: { shape: { kind: "numbers" } },
};

export const FIELD_NAMES = Object.keys(FILE_FIELDS) as readonly (keyof Connection)[];

/** Where a field of a draft stands in a file. */
export function fileName(field: DraftField): readonly string[] {
  const places: Readonly<Partial<Record<DraftField, readonly string[]>>> = {
    crmPrefix: ["prefixes", "crm"],
    financesPrefix: ["prefixes", "finances"],
    profilingPrefix: ["prefixes", "profiling"],
  };
  return places[field] ?? [field];
}

/** Ids become part of keys and of ids in the tree. */
export const FILE_ID = /^[\w-]{1,64}$/;

/**
 * True for the name of a member that would hold a secret: a file is to be passed on, and never
 * takes or gives one.
 */
export function looksSecret(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const isTaken = FIELD_NAMES.some((field) => field.toLowerCase() === plain);
  return (
    !isTaken &&
    (/secret|passw|subscriptionkey|apikey|accesskey|privatekey|credential|authorization/.test(
      plain,
    ) ||
      /tokens?$|^(?:key|keys|jwt|bearer|cookie)$/.test(plain))
  );
}
