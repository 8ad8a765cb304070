import { l10n } from "vscode";
import { shortfallIn } from "../../common/shortfall";
import { warningText, warningWords } from "../../../../platform/texts/warnings";
import { translate } from "../../../../platform/vscode/translate";
import { EXPORT_WARNINGS, makeWhole } from "../../texts/warnings";
import { LIST_OPERATIONS } from "../../../lists/common/operations";
import type { DataSetItem } from "./dataSetItem";
import { clientsWords, holdingWords } from "./dataSetLook";
import {
  ask,
  type Button,
  stoppedEarlyWords,
  reportError,
  reportStopped,
  type ReportServices,
} from "../itemMessages";
import { bytesWords, rowsWords } from "../exportWords";
import { remedyButtons, shortfallWords } from "../shortfallWords";

/** Says what came of a run, with the buttons that help. */
export async function reportDataSet(services: ReportServices, item: DataSetItem): Promise<void> {
  switch (item.state) {
    case "finished":
      return reportFinished(services, item);
    case "stopped":
      return item.isEmpty
        ? ask(services.dialogs, "information", stoppedEarlyWords(), [])
        : reportStopped(services, item, holdingWords(item));
    case "failed":
      return reportFailed(services, item);
    default:
      return;
  }
}

async function reportFinished({ dialogs }: ReportServices, item: DataSetItem): Promise<void> {
  const { done, record } = item;
  if (done === undefined) {
    return;
  }
  const { whole, empty, refused } = done.clients;
  const short = shortOf(item);
  const holds = [
    ...[rowsWords(done.rows, done.query.operationId), clientsWords(whole + empty)],
    ...[record.target, bytesWords(done.bytes)],
  ];
  const sentences = [
    ...short.map(({ words }) => words),
    ...(refused === 0
      ? []
      : [
          warningText(EXPORT_WARNINGS["exports/clientsRefused"], translate, {
            count: refused,
            clients: clientsWords(refused),
          }),
        ]),
    done.isWhole
      ? l10n.t("Exported {0} of {1} to {2} ({3}).", ...holds)
      : l10n.t("Kept in {2} ({3}): {0} of {1}.", ...holds),
    ...(done.isWhole || short.length === 0
      ? []
      : [
          makeWhole(
            translate,
            short.some(({ buttons }) => buttons.length > 0),
          ),
        ]),
    ...(done.clientsWithFindings === done.clientsNotWhole
      ? []
      : [
          l10n.t(
            "Pages of {0} had irregularities, but none of their rows are missing. See the journal that the manifest names.",
            clientsWords(done.clientsWithFindings - done.clientsNotWhole),
          ),
        ]),
  ];
  await ask(dialogs, done.isWhole ? "information" : "warning", sentences.join(" "), [
    ...short.flatMap(({ buttons }) => buttons),
    { label: l10n.t("Show in Folder"), run: () => item.act("reveal") },
    { label: l10n.t("Manifest"), run: () => item.act("showManifest") },
  ]);
}

interface ShortPart {
  readonly words: string;
  readonly buttons: readonly Button[];
}

/** What is not proven whole: the list of clients, or those of some of them. */
function shortOf(item: DataSetItem): readonly ShortPart[] {
  const { clients, clientsNotWhole = 0, notWhole = [], query } = item.done ?? {};
  const list = clients?.list;
  const { clients: wanted } = item.spec ?? {};
  const pageSize = wanted !== undefined && "pageSize" in wanted ? wanted.pageSize : 0;
  const [first] = notWhole;
  const parts: ShortPart[] = [];
  if (list?.isWhole === false) {
    const short = shortfallIn({ ...list, pageSize });
    const nameless =
      list.withoutId === 0
        ? []
        : [whatOf("exports/clientsWithoutId", { clients: clientsWords(list.withoutId) })];
    const isMissing = short.cause !== undefined || short.total !== undefined || !nameless.length;
    const words = isMissing ? [shortfallWords(short, LIST_OPERATIONS.clients)] : [];
    const buttons = remedyButtons(short, (remedy) => item.redo("clients", remedy));
    parts.push({ words: [...words, ...nameless].join(" "), buttons });
  }
  if (first !== undefined && query !== undefined) {
    const short = shortfallIn({ ...first, pageSize: query.pageSize });
    const words = whatOf("exports/listsNotWhole", {
      clients: clientsWords(clientsNotWhole),
      first: shortfallWords(short, query.operationId),
    });
    parts.push({ words, buttons: remedyButtons(short, (remedy) => item.redo("ofEach", remedy)) });
  }
  return parts;
}

/** Of several such parts what to do is said once, at the end. */
function whatOf(
  code: "exports/clientsWithoutId" | "exports/listsNotWhole",
  values: Readonly<Record<string, string>>,
): string {
  return warningWords(EXPORT_WARNINGS[code], translate, values).what;
}

async function reportFailed(services: ReportServices, item: DataSetItem): Promise<void> {
  const first = (what: string): string =>
    l10n.t("The export of {0} failed: {1}", item.record.title, what);
  await reportError(services, item, { first, holds: holdingWords(item) });
}
