import { idsOf } from "./foundIds";
import type { Action, Attempt } from "../../../platform/base/action";
import {
  isSharedHeader,
  sharablePath,
  sharableQuery,
  withoutProse,
} from "../../../platform/http/sharable";
import { type Masking, NO_MASKING } from "../../../platform/base/masking";

/**
 * An action as it is shown while data is masked: ids and values of addresses, of headers and of
 * what the service said. Trace, request and error ids stay: support needs them.
 */
export function maskAction(action: Action, masking: Masking): Action {
  if (masking === NO_MASKING) {
    return action;
  }
  return {
    ...action,
    title: maskTitle(action.title, masking),
    attempts: action.attempts.map((attempt) => maskAttempt(attempt, masking)),
  };
}

/** The title of a typed call is its path. */
export function maskTitle(title: string, masking: Masking): string {
  if (masking === NO_MASKING) {
    return title;
  }
  const masked = title.replace(/\/\S*/g, (path) => maskPath({ pathTemplate: path }, masking));
  return masking.maskText(masked);
}

/** A path as the record has it: that of a typed call holds values in place of names. */
export function maskPath(
  place: Pick<Attempt, "operationId" | "pathTemplate">,
  masking: Masking,
): string {
  if (masking === NO_MASKING) {
    return place.pathTemplate;
  }
  const [path = "", ...query] = place.pathTemplate.split("?");
  const shared = sharablePath(place).split("/");
  const masked = path
    .split("/")
    .map((segment, index) => (shared[index] === segment ? segment : maskId(segment, masking)))
    .join("/");
  return masked + maskQuery(new URL(`about:blank?${query.join("?")}`), masking);
}

/** An address as it is shown; what it masks cannot be sent. */
function maskUrl(
  place: Pick<Attempt, "operationId" | "pathTemplate" | "url">,
  masking: Masking,
): string {
  const url = URL.parse(place.url);
  if (url === null) {
    return masking.maskText(place.url);
  }
  const template = sharablePath(place).split("/");
  const segments = url.pathname.split("/");
  const first = segments.length - template.length;
  const path = segments.map((segment, index) => {
    const isValue = /^\{.*\}$/.test(template[index - first] ?? "");
    return isValue ? maskId(decode(segment), masking) : masking.maskText(segment);
  });
  return `${url.origin}${path.join("/")}${maskQuery(url, masking)}`;
}

/** Paging and fields stay; other values are masked by the names of their parameters. */
function maskQuery(url: URL, masking: Masking): string {
  const pairs = pairsOf(url);
  const place = { pathTemplate: "", url: url.href };
  const query = sharableQuery(place).map(({ name, value }, index) =>
    value === undefined ? maskPair(pairs[index] ?? "", masking) : `${name}=${value}`,
  );
  return query.length === 0 ? "" : `?${query.join("&")}`;
}

function maskAttempt(attempt: Attempt, masking: Masking): Attempt {
  const { statusText, requestHeaders, responseHeaders } = attempt;
  const masked = (headers: Attempt["requestHeaders"]): Attempt["requestHeaders"] =>
    headers.map(([name, value]) => [name, maskHeader(name, value, masking)]);
  return {
    ...attempt,
    pathTemplate: maskPath(attempt, masking),
    url: maskUrl(attempt, masking),
    ...(statusText === undefined ? {} : { statusText: maskPhrase(statusText, masking) }),
    requestHeaders: masked(requestHeaders),
    responseHeaders: masked(responseHeaders),
  };
}

/** Phrases have capitals; one of one's own is a sentence of the service. */
function maskPhrase(phrase: string, masking: Masking): string {
  const plain = phrase.toLowerCase();
  return maskSaid(plain, masking) === plain ? phrase : maskSaid(phrase, masking);
}

/** A sentence of the service that stands by itself. */
export function maskSaid(text: string, masking: Masking): string {
  return masking.maskValue({ path: ["message"], kind: "text", text });
}

/** Headers of the transport and ids of calls stay; those of nobody's standard are values. */
function maskHeader(name: string, value: string, masking: Masking): string {
  if (isSharedHeader(name)) {
    return withoutProse(name, value, (prose) => maskSaid(prose, masking));
  }
  const isCredential = /^(?:authorization|ocp-apim-subscription-key)$/i.test(name);
  const isPlace = /^(?:location|content-location|link)$/i.test(name);
  return isCredential || isPlace
    ? masking.maskText(value)
    : masking.maskValue({ path: [name], kind: "text", text: value });
}

function maskPair(pair: string, masking: Masking): string {
  const [name = "", ...rest] = pair.split("=");
  return rest.length === 0
    ? masking.maskText(name)
    : maskParameter(name, decode(rest.join("=")), masking);
}

/** A parameter of a query by its name; the value is decoded. */
export function maskParameter(name: string, text: string, masking: Masking): string {
  const masked = masking.maskValue({ path: [decode(name)], kind: "text", text });
  return `${masking.maskText(name)}=${masked}`;
}

/** A value of a path, as addresses show it. */
export function maskId(text: string, masking: Masking): string {
  return text === "" ? "" : masking.maskValue({ path: ["clientId"], kind: "text", text });
}

function pairsOf(url: URL): readonly string[] {
  return url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A sentence about an action: the ids that support asks for stay in it. */
export function maskSentence(sentence: string, action: Action, masking: Masking): string {
  // Before it is cut at the ids, which would leave a quote without its end.
  const text = masking.maskQuotes(sentence);
  const ids = idsOf(action)
    .map(({ value }) => value)
    // Shorter ones are found in other words, and no mask would hide them.
    .filter(({ length }) => length >= SHORTEST_ID)
    .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (ids.length === 0) {
    return masking.maskText(text);
  }
  const parts = text.split(new RegExp(`(${ids.join("|")})`));
  return parts.map((part, index) => (index % 2 === 1 ? part : masking.maskText(part))).join("");
}

const SHORTEST_ID = 8;
