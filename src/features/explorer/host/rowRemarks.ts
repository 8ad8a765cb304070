import { l10n } from "vscode";
import { cleanLabel } from "../../lists/common/identify";
import type { RowRemark } from "../../lists/common/rowRemarks";
import { type Masking, ROW_STEP } from "../../../platform/base/masking";
import { countText } from "../../../platform/vscode/formats";
import { encodingWord, inexactNotice } from "../../../platform/vscode/encodingWords";
import type { PlainCell } from "../../lists/messages/listTable";
import { isUuid } from "../../../platform/base/uuid";
import type { ClientRow } from "./nodes";

/** A remark on a row, in a few words beside it and in a sentence. */
export interface RowNote {
  readonly short: string;
  readonly sentence: string;
}

/** What has to be said of a client; only of its id the specification says how it is made. */
export function clientNotes(row: ClientRow, masking: Masking): readonly RowNote[] {
  const { id } = row;
  const notes = rowNotes(row, masking);
  if (id === undefined || isUuid(id.value)) {
    return notes;
  }
  const name = id.from === "" ? "clientId" : id.from;
  const shown = masking.maskLabel(id.value, "id");
  const sentence = l10n.t("{0} should be a UUID, but is: {1}.", name, shown);
  return [{ short: l10n.t("id is not a UUID"), sentence }, ...notes];
}

export function rowNotes({ remarks = [] }: ClientRow, masking: Masking): readonly RowNote[] {
  return remarks.map((remark) => noteOf(remark, masking));
}

/** What stands where a row should be that is no object: a list's panel shows the same. */
export function shapeWords({ remarks = [] }: ClientRow, masking: Masking): string | undefined {
  const shape = remarks.find(({ kind }) => kind === "shape");
  return shape?.kind === "shape" ? cellWords(shape.cell, [], masking) : undefined;
}

function noteOf(remark: RowRemark, masking: Masking): RowNote {
  switch (remark.kind) {
    case "shape": {
      const words = cellWords(remark.cell, [], masking);
      return {
        short: "",
        sentence: l10n.t("An object was expected here, but this came: {0}.", words),
      };
    }
    case "nullMember": {
      const name = remark.path.join(".");
      return {
        short: l10n.t("{0} is null", name),
        sentence: l10n.t("{0} is null instead of an object.", name),
      };
    }
    case "repeated": {
      const { path, values } = remark;
      const short = l10n.t("{0} is there {1} times", path.join("."), countText(values.length));
      const words = values.map((value) => cellWords(value, path, masking));
      return { short, sentence: `${short}: ${words.join(" | ")}.` };
    }
    case "inexact":
      return {
        short: l10n.t("not valid {0}", encodingWord(remark.encoding.name)),
        sentence: inexactNotice(remark.encoding)?.what ?? "",
      };
  }
}

function cellWords(cell: PlainCell, path: readonly string[], masking: Masking): string {
  switch (cell.kind) {
    case "null":
    case "missing":
      return "null";
    case "items":
      return cell.count === 1 ? l10n.t("1 item") : l10n.t("{0} items", countText(cell.count));
    case "members":
      return cell.count === 1 ? l10n.t("1 member") : l10n.t("{0} members", countText(cell.count));
    default:
      return (
        cleanLabel(
          masking.maskValue({ path: [ROW_STEP, ...path], kind: cell.kind, text: cell.text }),
        ) || l10n.t("Empty text")
      );
  }
}
