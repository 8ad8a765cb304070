import type { Domain } from "../../../platform/base/connection";
import type { StoredDefinition } from "../common/imports/stored";
import type { DefinitionServices } from "./services";
import type { ShownChanges } from "./viewFacts";

/** What is different for those who call a domain; undefined stands for the description. */
export async function compareVersions(
  services: Pick<DefinitionServices, "store" | "description" | "compare">,
  { domain, before, after }: Omit<ShownChanges, "changes">,
  signal?: AbortSignal,
): Promise<ShownChanges> {
  const textOf = async (version: StoredDefinition | undefined): Promise<string> =>
    version === undefined
      ? describedBy(await services.description(), domain)
      : services.store.document(version.id);
  const [one, other] = await Promise.all([textOf(before), textOf(after)]);
  const changes = await services.compare(one, other, domain, signal);
  return { domain, before, after, changes };
}

/** The part of the description that is about a domain: others' endpoints are no changes. */
export function describedBy(description: string, domain: Domain): string {
  const document = JSON.parse(description) as {
    readonly paths?: Readonly<Record<string, unknown>>;
  };
  const own = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const kept = Object.entries(item as Readonly<Record<string, unknown>>).filter(
      ([, value]) => domainNamed(value) === undefined || domainNamed(value) === domain,
    );
    return kept.some(([, value]) => domainNamed(value) === domain)
      ? [[path, Object.fromEntries(kept)] as const]
      : [];
  });
  return JSON.stringify({ ...document, paths: Object.fromEntries(own) });
}

function domainNamed(value: unknown): unknown {
  return typeof value === "object" && value !== null && "x-domain" in value
    ? value["x-domain"]
    : undefined;
}
