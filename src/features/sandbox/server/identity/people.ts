import type { Visibility } from "../data/visibility";

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
    view: "all clients",
    sees: () => true,
  },
  {
    accountId: "paraplanner-1",
    userName: "sam.okoro",
    name: "Sam Okoro, paraplanner",
    view: "clients whose last name starts with A to F",
    sees: ({ name }) => /^[a-f]/i.test(withoutAccents(name.lastName)),
  },
  {
    accountId: "assistant-1",
    userName: "kim.doyle",
    name: "Kim Doyle, assistant",
    view: "no clients",
    sees: () => false,
  },
];

/** The person of a token; throws for a subject that was never issued. */
export function personOf(accountId: string): Person {
  const person = PEOPLE.find((one) => one.accountId === accountId);
  if (person === undefined) {
    throw new Error("nobody has this id");
  }
  return person;
}

/** Who signs in with these; the name is compared as people type it. */
export function findPerson(userName: string, password: string): Person | undefined {
  const typed = userName.trim().toLowerCase();
  return password === PASSWORD ? PEOPLE.find((person) => person.userName === typed) : undefined;
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{Mark}/gu, "");
}
