import type { AccessModel } from "../../../platform/base/connection";
import { type JsonNode, parseJsonText, stringValue } from "../../../platform/json/jsonText";
import { isAppError } from "../../../platform/base/errors";
import {
  environmentIn,
  type FactKind,
  kindOfLabel,
  modelOfLabel,
  modelsIn,
  plainLabel,
} from "./onboardingLabels";
import { readValues } from "./onboardingValues";

/** One thing that a text tells, with what its label and its heading say about it. */
export interface Fact {
  readonly kind: FactKind;
  readonly values: readonly string[];
  readonly environment: "development" | "production" | undefined;
  readonly model: AccessModel | undefined;
}

interface ReadFacts {
  readonly facts: readonly Fact[];
  /** Lines with words on them that told nothing. */
  readonly ignoredLines: number;
}

/** Reads what a text tells: JSON as a whole, anything else line by line. Never throws. */
export function readFacts(text: string): ReadFacts {
  const pairs = jsonPairs(text);
  if (pairs === undefined) {
    return new Lines().read(text);
  }
  const facts = pairs.map(({ label, value }) => factOf(label, value, {}));
  const found = facts.filter((fact) => fact !== undefined);
  return { facts: found, ignoredLines: facts.length - found.length };
}

interface Section {
  readonly environment?: Fact["environment"];
  readonly model?: AccessModel | undefined;
}

function factOf(label: string, value: string, section: Section): Fact | undefined {
  const kind = kindOfLabel(label);
  const values = kind === undefined ? [] : readValues(kind, value);
  if (kind === undefined || values.length === 0) {
    return undefined;
  }
  const environment = environmentIn(label) ?? section.environment;
  return { kind, values, environment, model: modelOfLabel(label) ?? section.model };
}

interface Pair {
  readonly label: string;
  readonly value: string;
}

/** Each value with the names that lead to it; undefined for what is not JSON. */
function jsonPairs(text: string): readonly Pair[] | undefined {
  try {
    const root = parseJsonText(text);
    return root.type === "object" || root.type === "array" ? leaves(text, root, "") : undefined;
  } catch (error) {
    if (isAppError(error)) {
      return undefined;
    }
    throw error;
  }
}

function leaves(text: string, node: JsonNode, label: string): readonly Pair[] {
  const { members, items } = node;
  if (members !== undefined) {
    return members.flatMap(({ name, value }) => leaves(text, value, `${label} ${name}`));
  }
  if (items !== undefined && items.some(({ type }) => type !== "string")) {
    return items.flatMap((item) => leaves(text, item, label));
  }
  const value = (items ?? [node]).map((leaf) => stringValue(text, leaf)).join(" ");
  return [{ label, value }];
}

const LONGEST_LINE = 2000;
const LONGEST_LABEL = 60;

/** Lines one after the other; a heading and an announced label last until the next. */
class Lines {
  private readonly facts: Fact[] = [];
  private ignoredLines = 0;
  private section: Section = {};
  /** A label whose value is on the lines below it. */
  private announced: string | undefined;

  read(text: string): ReadFacts {
    for (const line of text.split(/\r\n|[\r\n\u2028\u2029]/)) {
      this.readLine(line.slice(0, LONGEST_LINE));
    }
    return { facts: this.facts, ignoredLines: this.ignoredLines };
  }

  private readLine(line: string): void {
    const content = line.replace(/^[\s>|]*(?:(?:[-*•·–]|\d{1,2}[.)])\s+)?/u, "").trim();
    if (!/[\p{L}\p{N}]/u.test(content)) {
      // Empty, or a rule drawn with signs.
      this.announced = content === "" ? this.announced : undefined;
      return;
    }
    const isTold =
      this.readSentence(content) ||
      this.readPair(content) ||
      this.readBelow(content) ||
      this.readPlain(content);
    if (!isTold && !this.readHeading(line.trim(), content)) {
      this.announced = undefined;
      this.ignoredLines++;
    }
  }

  /** Several addresses, each with words of its own; a list of callbacks has them in common. */
  private readSentence(content: string): boolean {
    const starts = content.match(/https?:\/\//gi)?.length ?? 0;
    const isList =
      kindOfLabel(labelOf(content) || (this.announced ?? "")) === "callbackUrl" ||
      /\]\(/.test(content);
    return starts > 1 && !isList && this.readPlain(content);
  }

  private readPair(content: string): boolean {
    const split = [bySeparator(content), byColumns(content)].filter((pair) => pair !== undefined);
    for (const { label, value } of split) {
      const fact = factOf(label, value, this.section);
      if (fact !== undefined) {
        this.facts.push(fact);
        this.announced = undefined;
        this.openClient(fact);
        return true;
      }
    }
    return false;
  }

  /** A line with a flow begins what is told of that flow's client. */
  private openClient({ kind, values }: Fact): void {
    const [model, other] = kind === "accessModel" ? modelsIn(values.join(" ")) : [];
    if (model !== undefined && other === undefined) {
      this.section = { ...this.section, model };
    }
  }

  /** What stands under the label that announced it. */
  private readBelow(content: string): boolean {
    const isLabel =
      /:\s*\**$/.test(content) ||
      kindOfLabel(labelOf(content)) !== undefined ||
      (isSecret(this.announced) && /\s/.test(content) && kindOfLabel(content) !== undefined);
    const fact =
      this.announced === undefined || isLabel
        ? undefined
        : factOf(this.announced, content, this.section);
    if (fact !== undefined) {
      this.facts.push(fact);
    }
    return fact !== undefined;
  }

  /** Addresses in a sentence, each with the words before it; a key that stands alone. */
  private readPlain(content: string): boolean {
    if (/^[0-9a-f]{32}$/i.test(content)) {
      this.facts.push({ ...this.bare("subscriptionKey"), values: [content] });
      return true;
    }
    let end = 0;
    let isTold = false;
    for (const match of content.matchAll(/https?:\/\/[^\s"'`<>|\\()[\]]+/gi)) {
      const [address] = match;
      const before = content.slice(end, match.index).slice(-LONGEST_LABEL);
      end = match.index + address.length;
      const words = /\/(?:connect|identity|\.well-known)\b/.test(address) ? "auth url" : before;
      const fact = factOf(words, address, this.section);
      if (fact !== undefined) {
        this.facts.push(fact);
        isTold = true;
      }
    }
    return isTold;
  }

  private readHeading(line: string, content: string): boolean {
    const words = plainLabel(content).split(" ").length;
    const looksSo = /^(?:#|=|\[)|:\**$/.test(line) || words <= 5;
    if (!looksSo || words > 12) {
      return false;
    }
    const hasValue = labelOf(content) !== "" || content.includes("://");
    const isAnnouncement = !hasValue && kindOfLabel(content) !== undefined;
    this.announced = isAnnouncement ? content : undefined;
    const [model, other] = modelsIn(content);
    const section: Section = {
      environment: environmentIn(content),
      model: model !== undefined && other === undefined ? model : modelOfLabel(content),
    };
    const isSection = section.environment !== undefined || section.model !== undefined;
    if (isSection) {
      this.section = section;
    }
    return isSection || isAnnouncement;
  }

  private bare(kind: FactKind): Omit<Fact, "values"> {
    return { kind, environment: this.section.environment, model: this.section.model };
  }
}

/** Whether a label announces one word: a line of several that has a label in it is not that. */
function isSecret(label = ""): boolean {
  const kind = kindOfLabel(label);
  return kind === "clientSecret" || kind === "subscriptionKey";
}

/** `Label: value`, `NAME=value`, "the client ID is value"; the label is short and no address. */
function bySeparator(line: string): Pair | undefined {
  const content = line.replace(/^(?:export|set)\s+|^\$env:/i, "");
  const separator = /\s*(?::(?!\/\/)|=|\uFF1A|\s(?:[-–—]|->|→)\s|\s(?:is|are)\s)\s*/u.exec(content);
  if (separator === null) {
    return undefined;
  }
  const label = content.slice(0, separator.index);
  const value = content.slice(separator.index + separator[0].length);
  const isLabel = label.length <= LONGEST_LABEL && !label.includes("://") && value !== "";
  return isLabel ? { label, value } : undefined;
}

/** The label of a line that has a value too; else "". */
function labelOf(content: string): string {
  return (bySeparator(content) ?? byColumns(content))?.label ?? "";
}

/** Cells of a table row, or columns set apart by spaces. */
function byColumns(content: string): Pair | undefined {
  const [label, value] = content.split(/\s*\|\s*|\t+|\s{2,}/).filter((cell) => cell !== "");
  return label === undefined || value === undefined || label.length > LONGEST_LABEL
    ? undefined
    : { label, value };
}
