import type { ScenarioPerson, Sees } from "../../messages/sandboxScenario";
import { SEES_ALL, type Visibility } from "../data/visibility";

/** Someone made up who can sign in to the sandbox. */
export interface Person {
  /** Subject of their tokens. */
  readonly accountId: string;
  readonly userName: string;
  readonly name: string;
  /** Which clients they see, as a part of a sentence. */
  readonly view: string;
  readonly sees: Visibility;
}

/** Everybody's: nothing real is behind it, and the sign-in page shows it. */
export const PASSWORD = "sandbox";

export const PEOPLE: readonly Person[] = [
  {
    accountId: "adviser-1",
    userName: "alex.morgan",
    name: "Alex Morgan, adviser",
    ...viewOf("all"),
  },
  {
    accountId: "paraplanner-1",
    userName: "sam.okoro",
    name: "Sam Okoro, paraplanner",
    ...viewOf({ lastNames: "A-F" }),
  },
  {
    accountId: "assistant-1",
    userName: "kim.doyle",
    name: "Kim Doyle, assistant",
    ...viewOf("none"),
  },
];

/** Who signs in with these; the name is compared as people type it. */
export function findPerson(
  people: readonly Person[],
  userName: string,
  password: string,
): Person | undefined {
  const typed = userName.trim().toLowerCase();
  return password === PASSWORD
    ? people.find((person) => person.userName.toLowerCase() === typed)
    : undefined;
}

/** The people of a scenario. */
export function peopleOf(people: readonly ScenarioPerson[]): readonly Person[] {
  return people.map(({ userName, name, sees }) => ({
    accountId: `person-${userName}`,
    userName,
    name,
    ...viewOf(sees),
  }));
}

function viewOf(sees: Sees): Pick<Person, "view" | "sees"> {
  if (sees === "all") {
    return { view: "all clients", sees: SEES_ALL };
  }
  if (sees === "none") {
    return { view: "no clients", sees: () => false };
  }
  if ("clientIds" in sees) {
    const ids = new Set(sees.clientIds.map((id) => id.toLowerCase()));
    const view = ids.size === 1 ? "1 client" : `${ids.size} clients`;
    return { view, sees: ({ clientId }) => ids.has(clientId) };
  }
  const [from = "", to = ""] = sees.lastNames.toUpperCase().split("-");
  return {
    view: `clients whose last name starts with ${from} to ${to}`,
    sees: ({ name }) => {
      const first = withoutAccents(name.lastName).slice(0, 1).toUpperCase();
      return from <= first && first <= to;
    },
  };
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{Mark}/gu, "");
}
