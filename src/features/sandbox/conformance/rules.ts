import type { Rule, UncheckedRule } from "./rule";
import { accessRules } from "./rules/accessRules";
import { generalRules } from "./rules/generalRules";
import { headerRules } from "./rules/headerRules";
import { pagingRules } from "./rules/pagingRules";
import { resourceRules } from "./rules/resourceRules";

/** All rules of the specification that exchanges can show, in its order. */
export const RULES: readonly Rule[] = [
  ...generalRules(),
  ...resourceRules(),
  ...headerRules(),
  ...pagingRules(),
  ...accessRules(),
].sort((one, other) => sectionOf(one) - sectionOf(other));

/** The others, so that none is missing. */
export const UNCHECKED_RULES: readonly UncheckedRule[] = [
  {
    name: "1.3 required and optional fields",
    sentence: "The interface definition of each endpoint states its required and optional fields.",
    reason: "The definitions of a provider say this, and the specification shows none of them.",
  },
  {
    name: "4.1 POST is rare",
    sentence:
      "POST: rare; only for operations that are not resource-oriented or do not fit create/update.",
    reason: "It is a rule of design, and none of the endpoints seen takes POST.",
  },
  {
    name: "5.1 time-bound delegation",
    sentence: "User-based automation: user consents once for limited-duration background work.",
    reason: "How long a consent lasts is not shown.",
  },
  {
    name: "5.2 keys per environment",
    sentence: "Keys are issued per environment (development, production) during onboarding.",
    reason: "It is about the operator.",
  },
  {
    name: "5.4 validation of state",
    sentence: "The client validates state when it sent one.",
    reason: "It is about the client.",
  },
  {
    name: "7 retries",
    sentence: "Status codes 429, 500, 503: the only ones for which client retries are advised.",
    reason: "It is about the client.",
  },
  {
    name: "7 log of ids",
    sentence: "Clients log both.",
    reason: "It is about the client.",
  },
  {
    name: "8 use of pagination",
    sentence: "Clients use pagination on all list endpoints.",
    reason: "It is about the client.",
  },
  {
    name: "9 change of version",
    sentence: "The version changes only when a breaking change is introduced.",
    reason: "It takes two versions to see it.",
  },
];

function sectionOf({ name }: Rule): number {
  return Number.parseFloat(name);
}
