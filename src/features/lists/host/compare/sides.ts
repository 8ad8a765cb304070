import { l10n } from "vscode";
import type { ListEndpoint } from "../../common/listEndpoint";
import type { LoadedPage } from "../../common/pageLoad";
import { environmentIcon, environmentWord } from "../../../../platform/vscode/words";
import type { ComparedSide, CompareOffer } from "../../messages/listComparison";
import type { ListQuery } from "../../messages/listQuery";
import { titleOf } from "../listTexts";
import type { CompareServices } from "./compareServices";
import { countText, exactTime } from "../../../../platform/vscode/formats";

interface SideFacts {
  readonly endpoint: ListEndpoint;
  readonly query: ListQuery;
  readonly loaded: LoadedPage | undefined;
  readonly services: CompareServices;
}

/** What stands above a side: whose list it is, which page, of when, and from where. */
export function describeSide({ endpoint, query, loaded, services }: SideFacts): ComparedSide {
  // An unknown environment counts as production.
  const { label = "", environment = "production" } = services.connection(query.connectionId) ?? {};
  const word = environmentWord(environment);
  return {
    title: titleOf(endpoint, query, services.privacy.masking),
    place: placeOf(query, loaded),
    connection: label === word ? "" : label,
    environment: { word, icon: environmentIcon(environment) },
  };
}

/** The same as one text, for the title of an editor. */
export function sideWords({ title, place, connection, environment }: ComparedSide): string {
  return [title, place, connection, environment.word].filter((part) => part !== "").join(" · ");
}

/** What can be the other side; why not, where it cannot. */
export function compareOffers(
  { clientParameter, takesPages }: ListEndpoint,
  { connectionId, mode }: ListQuery,
  { hasBefore, services }: { readonly hasBefore: boolean; readonly services: CompareServices },
): readonly CompareOffer[] {
  const hasOthers = services.connections().some(({ id }) => id !== connectionId);
  return [
    offer(
      "before",
      hasBefore,
      l10n.t("Reload the list first: there are no earlier rows to compare with yet."),
    ),
    mode === "all"
      ? offer("page", false, l10n.t("All pages are in this list already."))
      : offer("page", takesPages, l10n.t("This list has no pages.")),
    offer(
      "client",
      clientParameter !== undefined,
      l10n.t("This list does not belong to a client."),
    ),
    offer("connection", hasOthers, l10n.t("There is no other connection.")),
    { source: "snapshot" },
  ];
}

function offer(source: CompareOffer["source"], isPossible: boolean, refusal: string): CompareOffer {
  return isPossible ? { source } : { source, refusal };
}

function placeOf(
  { mode, pageNumber, pageSize }: ListQuery,
  loaded: LoadedPage | undefined,
): string {
  const page =
    mode === "all"
      ? l10n.t("all pages")
      : l10n.t("page {0}, {1} per page", countText(pageNumber), countText(pageSize));
  const startedAt = loaded?.action.attempts.at(-1)?.startedAt;
  return startedAt === undefined ? page : `${page} · ${l10n.t("as of {0}", exactTime(startedAt))}`;
}
