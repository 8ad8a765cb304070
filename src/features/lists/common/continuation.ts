import { stringValue, type JsonMember, type JsonNode } from "../../../platform/json/jsonText";
import type { Guess } from "./guess";
import { joinedName } from "./memberNames";

/** What an answer says of the pages around its own. */
export interface Continuation {
  /** Whether a page follows this one. */
  readonly more?: Guess<boolean>;
  /** Whether a page comes before this one. */
  readonly before?: Guess<boolean>;
}

/**
 * Whether pages follow this one or come before it: flags, links and cursors. What is not there
 * says nothing, except among links that lead elsewhere.
 */
export function readContinuation(text: string, members: readonly JsonMember[]): Continuation {
  const more = find(text, members, FORWARD);
  const before = find(text, members, BACKWARD);
  return {
    ...(more === undefined ? {} : { more }),
    ...(before === undefined ? {} : { before }),
  };
}

interface Signs {
  /** Names of flags that say yes, and of those that say no. */
  readonly yes: RegExp;
  readonly no: RegExp;
  /** Names of what leads to the other page. */
  readonly link: RegExp;
  /** The link relation (RFC 8288). */
  readonly relations: readonly string[];
}

const FORWARD: Signs = {
  yes: /^(has|is)?more(items|rows|results|records|pages|data|available)?$|^hasnext(page)?$/,
  no: /^(is)?last(page)?$|^(is)?(complete|finished|exhausted)$|^nomore$/,
  link: new RegExp(
    [
      "^next((page)?(token|cursor|link|url|uri|href|offset|number|index|marker)?)$",
      "^odatanextlink$|^continuation(token)?$|^(end|after)cursor$",
    ].join("|"),
  ),
  relations: ["next"],
};

const BACKWARD: Signs = {
  yes: /^has(previous|prev|before|earlier)(page|items)?$/,
  no: /^(is)?first(page)?$/,
  link: /^(previous|prev)((page)?(token|cursor|link|url|uri|href|offset|number|index)?)$/,
  relations: ["prev", "previous"],
};

function find(text: string, members: readonly JsonMember[], signs: Signs): Continuation["more"] {
  let absent: Continuation["more"];
  for (const { name, value } of members) {
    const joined = joinedName(name);
    const said = flag(text, { joined, value }, signs) ?? lead(text, { joined, value }, signs);
    if (said !== undefined) {
      return { value: said, from: name };
    }
    if (/^links?$|^paging$|^pagination$/.test(joined)) {
      const linked = amongLinks(text, value, signs);
      if (linked === true) {
        return { value: true, from: name };
      }
      absent ??= linked === false ? { value: false, from: name } : undefined;
    }
  }
  return absent;
}

interface Named {
  readonly joined: string;
  readonly value: JsonNode;
}

function flag(text: string, { joined, value }: Named, signs: Signs): boolean | undefined {
  if (value.type !== "boolean") {
    return undefined;
  }
  const isTrue = stringValue(text, value) === "true";
  return signs.yes.test(joined) ? isTrue : signs.no.test(joined) ? !isTrue : undefined;
}

/** A link, a cursor or a page number leads on; null, false and blank lead nowhere. */
function lead(text: string, { joined, value }: Named, signs: Signs): boolean | undefined {
  return signs.link.test(joined) ? leads(text, value) : undefined;
}

function leads(text: string, value: JsonNode): boolean | undefined {
  switch (value.type) {
    case "null":
      return false;
    case "boolean":
      return stringValue(text, value) === "true";
    case "string":
      return stringValue(text, value).trim() !== "";
    case "number":
      return true;
    case "object": {
      const target = value.find("href") ?? value.find("url");
      return target === undefined ? value.count > 0 : leads(text, target);
    }
    case "array":
      return value.count > 0;
  }
}

// Of RFC 8288 and HAL: where these are named and the wanted one is not, there is none.
const PAGE_RELATIONS = ["next", "prev", "previous", "first", "last"];

function amongLinks(text: string, links: JsonNode, signs: Signs): boolean | undefined {
  const named = links.type === "array" ? relationsOf(text, links) : members(links);
  const wanted = named.find(({ joined }) => signs.relations.includes(joined));
  if (wanted !== undefined) {
    return leads(text, wanted.value);
  }
  return named.some(({ joined }) => PAGE_RELATIONS.includes(joined)) ? false : undefined;
}

function members(links: JsonNode): readonly Named[] {
  return (links.members ?? []).map(({ name, value }) => ({ joined: joinedName(name), value }));
}

/** How many links of an answer are looked at. */
const LINKS = 50;

/** `[{"rel": "next", "href": "…"}]`. */
function relationsOf(text: string, links: JsonNode): readonly Named[] {
  return links.firstItems(LINKS).flatMap((link) => {
    const relation = link.find("rel");
    return relation?.type === "string"
      ? [{ joined: joinedName(stringValue(text, relation)), value: link }]
      : [];
  });
}
