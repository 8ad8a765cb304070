import type { ExportSpec } from "../common/export";
import type { ExportSource } from "../common/exports";
import type { ExportServices } from "./exportServices";
import type { ExportablePanel } from "../../lists/host/exportable";

interface SourceOptions {
  readonly spec: Pick<ExportSpec, "scope" | "isMasked" | "query">;
  /** Which connection is asked: that of the spec, or another one that the user chose for it. */
  readonly connectionId: string;
  readonly part: string;
  /** Of scopes `loaded` and `view`. */
  readonly panel: ExportablePanel | undefined;
  readonly onChange: () => void;
}

/** Whom an export asks for its rows. */
export function exportSource(
  services: Pick<ExportServices, "backgroundClient" | "lists" | "privacy">,
  { spec, connectionId, part, panel, onChange }: SourceOptions,
): ExportSource {
  const { scope, isMasked, query } = spec;
  return {
    client: () => services.backgroundClient(connectionId),
    endpoint: async () => (await services.lists()).endpointOf(query),
    ...(scope === "all" || panel === undefined ? {} : { lines: panel.lines(scope) }),
    ...(isMasked ? { maskingKey: services.privacy.key } : {}),
    ...{ part, onChange },
  };
}
