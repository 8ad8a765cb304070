import type { CellTexts } from "../../messages/gridTexts";
import type { ListCell } from "../../messages/listTable";
import { severalText } from "../../messages/severalText";
import { fillText } from "../../../../platform/base/texts";
import { countText, fillCounts } from "../../../../platform/webview/counts";

interface CellLook {
  readonly text: string;
  /** The whole value, or what the short text stands for. */
  readonly title: string;
  /** A word of ours in place of a value; shown unlike a value. */
  readonly isMarker: boolean;
}

/** What a cell shows: null, an absent member and an empty string are three different things. */
export function cellLook(cell: ListCell, texts: CellTexts): CellLook {
  switch (cell.kind) {
    case "missing":
      return { text: "", title: texts.missing, isMarker: true };
    case "null":
      return { text: "null", title: "null", isMarker: true };
    case "items":
      return marker(counted(cell.count, texts.oneItem, texts.items));
    case "members":
      return marker(counted(cell.count, texts.oneMember, texts.members));
    case "several": {
      // What one of them lacks has to be seen beside the others.
      const values = severalText(cell.values, (value) => cellLook(value, texts).text || "–");
      const isCut = cell.values.length < cell.times;
      const times = countText(cell.times);
      const text = fillText(texts.several, times, isCut ? `${values} …` : values);
      return { text, title: `${text}\n${fillText(texts.severalWhy, times)}`, isMarker: true };
    }
    case "text":
    case "number":
    case "boolean":
      if (isBlank(cell.text)) {
        const text = visibleText(cell.text);
        return { text, title: cell.text === "" ? texts.emptyText : text, isMarker: true };
      }
      return cell.isCut === true
        ? { text: `${cell.text}…`, title: `${cell.text}…\n${texts.cut}`, isMarker: false }
        : { text: cell.text, title: cell.text, isMarker: false };
  }
}

/** The text itself; one in which there is nothing to see is written as JSON: `"\\t"`. */
export function visibleText(text: string): string {
  return isBlank(text)
    ? JSON.stringify(text).replace(/[^ -~]/g, (unit) => {
        return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      })
    : text;
}

function isBlank(text: string): boolean {
  return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]*$/u.test(text);
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : fillCounts(many, count);
}

function marker(text: string): CellLook {
  return { text, title: text, isMarker: true };
}
