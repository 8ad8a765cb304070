import type { Domain } from "../../../platform/base/connection";
import type { DefinitionSource, StoredDefinition } from "../common/imports/stored";
import type { DocumentNote } from "../common/imports/document";
import { shownName } from "../common/shownName";
import type { Localizer, Translate } from "../../../platform/texts/words";
import { formatNumber } from "../../../platform/base/texts";

const LONGEST = 80;

/** How a domain is called. */
export function domainWord(domain: Domain, t: Translate): string {
  return { crm: t("Client records"), finances: t("Finances"), profiling: t("Risk profiling") }[
    domain
  ];
}

type Named = Pick<StoredDefinition, "title" | "version" | "source" | "hash">;

/** "Finances API 2026-2": what a document calls itself; where it does not, its file or hash. */
export function definitionName({ title, version, source, hash }: Named): string {
  const own = oneLine([title, version].filter((part) => part !== "").join(" "));
  return own === "" ? oneLine(source.name) || hash.slice(0, 8) : own;
}

/** "2026-2": enough where the domain is known. */
export function versionName(definition: Named): string {
  return oneLine(definition.version) || definitionName(definition);
}

/** The description that ships with the explorer. */
export function descriptionName(t: Translate): string {
  return t("the description");
}

export function sourceWords({ kind, name }: DefinitionSource, t: Translate): string {
  switch (kind) {
    case "file":
      return t("File {0}", oneLine(name));
    case "clipboard":
      return t("Clipboard");
    case "address":
      return oneLine(name, 300);
  }
}

export function endpointWords(count: number, { t, language }: Localizer): string {
  return count === 1 ? t("1 endpoint") : t("{0} endpoints", formatNumber(count, language));
}

/** "3 references lead out of the document and were not followed." A sentence for each kind of note. */
export function noteSummaries(
  notes: readonly DocumentNote[],
  { t, language }: Localizer,
): readonly string[] {
  const kinds = Map.groupBy(notes, ({ kind }) => kind);
  return [...kinds].map(([kind, own]) => {
    const isOne = own.length === 1;
    const count = formatNumber(own.length, language);
    return {
      externalReference: isOne
        ? t("1 reference points outside the document and was not followed.")
        : t("{0} references point outside the document and were not followed.", count),
      lostReference: isOne
        ? t("1 reference points to nothing inside the document.")
        : t("{0} references point to nothing inside the document.", count),
      operationId: isOne
        ? t("1 operationId is used twice.")
        : t("{0} operationIds are used twice.", count),
      duplicateKey: isOne
        ? t("1 name occurs twice in an object; the last one counts.")
        : t("{0} names occur twice in an object; the last one counts.", count),
      skipped: isOne
        ? t("1 part is not valid OpenAPI and was skipped.")
        : t("{0} parts are not valid OpenAPI and were skipped.", count),
    }[kind];
  });
}

/** What a note is about, for the view. */
export function noteSentence(note: DocumentNote, { t, language }: Localizer): string {
  const name = shownName(note.subject);
  const [place = ""] = note.places;
  const sentence = {
    externalReference: t("{0} points outside the document and is not fetched.", name),
    lostReference: t("{0} points to nothing inside the document.", name),
    operationId: t("The operationId {0} is used twice.", name),
    duplicateKey: t("{0} occurs twice in an object; the last one counts.", name),
    skipped: t("{0} is not valid OpenAPI and was skipped.", name),
  }[note.kind];
  if (place === "" || place === note.subject) {
    return sentence;
  }
  const where =
    note.count === 1
      ? t("Found at {0}.", shownName(place))
      : t(
          "Found at {0}. More places: {1}.",
          shownName(place),
          formatNumber(note.count - 1, language),
        );
  return `${sentence} ${where}`;
}

/** A name from a document could else write lines of a message, or turn round what is beside it. */
export function oneLine(text: string, longest = LONGEST): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
