import { asObject } from "./objects";
import { refusal, type SourceDocument } from "./source";

/** An OpenAPI document that can be read, before it is looked at closely. */
export interface KnownDocument {
  readonly value: Record<string, unknown>;
  /** "2.0", "3.0.3", "3.1.0", as the document says it. */
  readonly openapi: string;
  readonly family: "2.0" | "3.0" | "3.1";
}

/**
 * Tells what a document is. Throws `definition/notOpenApi` (`what`) and `definition/version`
 * (`name`, `line`, `column`).
 */
export function knownDocument(source: SourceDocument): KnownDocument {
  const value = asObject(source.value);
  if (value === undefined) {
    throw refusal("definition/notOpenApi", { what: "other" });
  }
  const member = ["openapi", "swagger", "swaggerVersion"].find((name) => isVersion(value[name]));
  if (member === undefined) {
    throw refusal("definition/notOpenApi", { what: otherKind(value) });
  }
  const openapi = (source.textAt(member) ?? "").trim();
  const family = member === "openapi" ? familyOf(openapi) : swaggerFamilyOf(member, openapi);
  if (family === undefined) {
    throw refusal("definition/version", { name: openapi, ...source.positionOf([member]) });
  }
  return { value, openapi: family === "2.0" ? "2.0" : openapi, family };
}

/** YAML without quotes makes a number of it. */
function isVersion(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function familyOf(version: string): KnownDocument["family"] | undefined {
  return /^3\.0(\.|-|$)/.test(version) ? "3.0" : /^3\.1(\.|-|$)/.test(version) ? "3.1" : undefined;
}

function swaggerFamilyOf(member: string, version: string): "2.0" | undefined {
  return member === "swagger" && /^2(\.0)*$/.test(version) ? "2.0" : undefined;
}

/** What people have at hand where they look for an OpenAPI document. */
function otherKind(value: Readonly<Record<string, unknown>>): string {
  const info = asObject(value["info"]) ?? {};
  const isPostman = "_postman_id" in info || String(info["schema"]).includes("getpostman.com");
  if (isPostman || "_postman_variable_scope" in value) {
    return "postman";
  }
  if ("asyncapi" in value) {
    return "asyncapi";
  }
  if ("$schema" in value) {
    return "jsonSchema";
  }
  const isError = ["error", "errors", "message", "statusCode", "fault"].some(
    (name) => name in value,
  );
  return isError ? "errorAnswer" : "other";
}
