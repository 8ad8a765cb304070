import { l10n, type QuickPickItem } from "vscode";
import { NO_RULES, type ListRules, type ListRulesStore } from "../../common/listRules";
import { NO_SHAPES, type PageShapes } from "../../common/shapes";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { countText } from "../../../../platform/vscode/formats";
import { PAGE_SIZES, type ListQuery } from "../../messages/listQuery";

interface RulesServices {
  readonly dialogs: Pick<Dialogs, "pick">;
  readonly rules: ListRulesStore;
}

/**
 * Asks how the lists of an endpoint are to be read, offering what the last answer holds; true
 * when that is other than before.
 */
export async function changeRules(
  { dialogs, rules }: RulesServices,
  { connectionId, operationId }: Pick<ListQuery, "connectionId" | "operationId">,
  shapes: PageShapes = NO_SHAPES,
): Promise<boolean> {
  const before = rules.rules(connectionId, operationId);
  const title = l10n.t("How this list is read");
  const aspect = await dialogs.pick(title, aspectsOf(before, shapes));
  const after =
    aspect?.rules ?? (aspect && (await dialogs.pick(aspect.title, aspect.choices)))?.rules;
  if (after === undefined || JSON.stringify(after) === JSON.stringify(before)) {
    return false;
  }
  await rules.setRules(connectionId, operationId, after);
  return true;
}

interface Choice extends QuickPickItem {
  readonly rules: ListRules;
}

interface Aspect extends QuickPickItem {
  readonly title: string;
  readonly choices: readonly Choice[];
  /** Where nothing more is to be asked. */
  readonly rules?: ListRules;
}

function aspectsOf(rules: ListRules, shapes: PageShapes): readonly Aspect[] {
  const aspects = [
    rowsAspect(rules, shapes),
    totalAspect(rules, shapes),
    firstPageAspect(rules),
    pagesAspect(rules),
    pageSizeAspect(rules),
  ];
  const isSaid = Object.keys(rules).length > 0;
  const reset = { label: l10n.t("Find everything by shape again"), title: "", choices: [] };
  return isSaid ? [...aspects, { ...reset, rules: NO_RULES }] : aspects;
}

function rowsAspect(rules: ListRules, { lists }: PageShapes): Aspect {
  const { rows, ...others } = rules;
  const title = l10n.t("Where the rows are");
  const found = lists.map(({ path, rows: count }) => ({
    label: pathWords(path),
    description: count === 1 ? l10n.t("1 row") : l10n.t("{0} rows", countText(count)),
    rules: { ...others, rows: path },
  }));
  return {
    ...{ label: title, title },
    description: rows === undefined ? byShape() : pathWords(rows),
    choices: [{ label: byShape(), rules: others }, ...found],
  };
}

function totalAspect(rules: ListRules, { numbers }: PageShapes): Aspect {
  const { total, ...others } = rules;
  const title = l10n.t("Number of all rows");
  const none = l10n.t("The service does not say it");
  const found = numbers.map(({ path, value }) => ({
    label: path.join("."),
    description: String(value),
    rules: { ...others, total: path },
  }));
  return {
    ...{ label: title, title },
    description: total === undefined ? byShape() : total === null ? none : total.join("."),
    choices: [
      { label: byShape(), rules: others },
      { label: none, rules: { ...others, total: null } },
      ...found,
    ],
  };
}

function firstPageAspect(rules: ListRules): Aspect {
  const { firstPage = 1, ...others } = rules;
  const title = l10n.t("Number of the first page");
  return {
    ...{ label: title, title, description: String(firstPage) },
    choices: [
      { label: "1", rules: others },
      { label: "0", rules: { ...others, firstPage: 0 } },
    ],
  };
}

function pagesAspect(rules: ListRules): Aspect {
  const { isUnpaged = false, ...others } = rules;
  const title = l10n.t("Pages");
  const documented = l10n.t("As documented");
  const whole = l10n.t("The whole list at once");
  return {
    ...{ label: title, title, description: isUnpaged ? whole : documented },
    choices: [
      { label: documented, rules: others },
      { label: whole, rules: { ...others, isUnpaged: true } },
    ],
  };
}

function pageSizeAspect(rules: ListRules): Aspect {
  const { pageSize, ...others } = rules;
  const title = l10n.t("Rows per page");
  const usual = l10n.t("As set for the connection");
  const open = l10n.t("As the service decides");
  return {
    ...{ label: title, title },
    description: pageSize === undefined ? usual : pageSize === null ? open : String(pageSize),
    choices: [
      { label: usual, rules: others },
      { label: open, rules: { ...others, pageSize: null } },
      ...PAGE_SIZES.map((size) => ({ label: String(size), rules: { ...others, pageSize: size } })),
    ],
  };
}

function byShape(): string {
  return l10n.t("Found by shape");
}

function pathWords(path: readonly string[]): string {
  return path.length === 0 ? l10n.t("The answer itself") : path.join(".");
}
