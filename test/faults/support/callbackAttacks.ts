import type { CallbackText } from "./callbackDoors";
import { HYBRID_TOKENS } from "./hybridTokens";
import { signed, type Draft } from "./signingProvider";

/** Parameters by name, not encoded. */
export type Parameters = Readonly<Record<string, string>>;

/** What a sign-in asked for: its response type, and a form where its page can take one. */
export type AskedAnswer = "code" | "code id_token" | "code id_token by form";

export const ASKED_ANSWERS: readonly AskedAnswer[] = [
  ...(["code", "code id_token", "code id_token by form"] as const),
];

/** What an attacker may have in hand; the waiting sign-in's state is what he must not have. */
export interface AttackScene {
  /** What the waiting sign-in would come back with. */
  readonly genuine: Parameters;
  /** Of a sign-in that was finished, that took too long, and of another connection. */
  readonly used: Parameters;
  readonly expired: Parameters;
  readonly other: Parameters;
  /** The front-channel ID token of the waiting sign-in, before it is signed. */
  readonly draft: Draft;
  readonly redirectUri: string;
  readonly asked: AskedAnswer;
}

export interface CallbackAttack {
  readonly group: string;
  readonly name: string;
  readonly asked: AskedAnswer;
  readonly text: (scene: AttackScene) => CallbackText;
  /**
   * Where it has the right state and a bad ID token or issuer: the check that ends the sign-in.
   * Whoever waits would never hear of it else.
   */
  readonly ends?: string;
  /** The same behind a door that decodes before it separates. */
  readonly endsDecoded?: string;
}

type Change = (scene: AttackScene) => Parameters | string;
/** A group's name, and by name what is sent: parameters, or text that is encoded already. */
type Texts = readonly (readonly [name: string, change: (text: string) => string])[];
type Rows = readonly (readonly [name: string, change: Change])[];

/** All attacks: each is to be refused, by every door it fits through, with nothing spent. */
export function callbackAttacks(): readonly CallbackAttack[] {
  const generic = ASKED_ANSWERS.flatMap((asked) =>
    Object.entries(GROUPS).flatMap(([group, rows]) =>
      rows.map(([name, change]): CallbackAttack => {
        const text = (scene: AttackScene): CallbackText => inPart(scene, change(scene));
        const ends = endOf(group, name);
        return {
          ...{ group, name, asked, text, ...(ends !== undefined && { ends }) },
          // Decoded, it is an answer with the right state that names no issuer.
          ...(asked === "code" && name === "state in the code" && { endsDecoded: "issMissing" }),
        };
      }),
    ),
  );
  return [...generic, ...ASKED_ANSWERS.flatMap(placeAttacks), ...HYBRID_ATTACKS];
}

/** RFC 9207, section 2.4: an answer from another issuer, or from none that it names. */
function endOf(group: string, name: string): string | undefined {
  const isOther = group === "wrong issuer" || name === "from another issuer";
  return isOther ? "iss" : name === "from nobody" ? "issMissing" : undefined;
}

/** Everything of `from` but the names given. */
function without(from: Parameters, ...names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}

/** As forms are encoded, blanks as `%20`, so that each door reads the same. */
export function encode(parameters: Parameters): string {
  return new URLSearchParams(parameters).toString().replaceAll("+", "%20");
}

function inPart({ asked }: AttackScene, sent: Parameters | string): CallbackText {
  return { [PART[asked]]: typeof sent === "string" ? sent : encode(sent) };
}

const PART: Readonly<Record<AskedAnswer, keyof CallbackText>> = {
  code: "query",
  "code id_token": "fragment",
  "code id_token by form": "form",
};

const rest = ({ genuine }: AttackScene): Parameters => without(genuine, "state");
const state = ({ genuine }: AttackScene): string => genuine["state"] ?? "";

const NO_STATE: Rows = [
  ["without it", rest],
  ["empty", (scene) => ({ ...rest(scene), state: "" })],
  ["name alone", (scene) => `${encode(rest(scene))}&state`],
  ["under another name", (scene) => ({ ...rest(scene), State: state(scene) })],
  ["in a list", (scene) => ({ ...rest(scene), "state[]": state(scene) })],
  ["nothing at all", () => ""],
  ["separators only", () => "&&&"],
];

const STATES: Texts = [
  ["another one", () => "A".repeat(43)],
  ["one character off", (text) => (text.startsWith("A") ? "B" : "A") + text.slice(1)],
  ["cut", (text) => text.slice(0, -1)],
  ["longer", (text) => `${text}A`],
  ["padded", (text) => `${text}=`],
  ["blank behind", (text) => `${text} `],
  ["blank before", (text) => ` ${text}`],
  ["line break behind", (text) => `${text}\n`],
  ["other case", (text) => swapCase(text)],
  ["encoded once more", (text) => Array.from(text, escapeOf).join("")],
  ["null character behind", (text) => `${text}\0`],
  ["full-width letters", (text) => Array.from(text, widen).join("")],
  ["a key of the store", () => "financialPlanning.signIns"],
  ["a path", () => "../../financialPlanning.signIns"],
  ["a prototype's name", () => "__proto__"],
  ["undefined", () => "undefined"],
];

const WRONG_STATE: Rows = STATES.map(([name, change]) => [
  name,
  (scene) => ({ ...rest(scene), state: change(state(scene)) }),
]);

const REUSED: Rows = [
  ["the whole callback again", ({ used }) => used],
  ["with the waiting code", (scene) => ({ ...rest(scene), state: scene.used["state"] ?? "" })],
  ["as an error", ({ used }) => ({ error: "access_denied", state: used["state"] ?? "" })],
];

const EXPIRED: Rows = [
  ["the whole callback, late", ({ expired }) => expired],
  ["with the waiting code", (scene) => ({ ...rest(scene), state: scene.expired["state"] ?? "" })],
  ["as an error", ({ expired }) => ({ error: "access_denied", state: expired["state"] ?? "" })],
];

const OTHER_PROFILE: Rows = [
  ["the whole callback of the other", ({ other }) => other],
  ["its state, this code", (scene) => ({ ...rest(scene), state: scene.other["state"] ?? "" })],
  ["its state, no code", ({ other }) => ({ state: other["state"] ?? "" })],
  ["as an error", ({ other }) => ({ error: "access_denied", state: other["state"] ?? "" })],
];

const DUPLICATE: Rows = [
  ...["state", "code", "iss", "error", "id_token", "session_state", "scope"].flatMap(
    (name): Rows => [
      [
        `${name}, twice the same`,
        ({ genuine }) =>
          `${encode({ ...genuine, [name]: genuine[name] ?? "x" })}&${encode({
            [name]: genuine[name] ?? "x",
          })}`,
      ],
      [
        `${name}, another one first`,
        ({ genuine }) => `${name}=other&${encode({ ...genuine, [name]: genuine[name] ?? "x" })}`,
      ],
    ],
  ),
  ["code, its name encoded", ({ genuine }) => `${encode(genuine)}&%63ode=other`],
  ["state, its name encoded", ({ genuine }) => `st%61te=other&${encode(genuine)}`],
];

const INJECTION: Rows = [
  ["code in the state", (s) => `state=${state(s)}%26code%3Devil&${encode(rest(s))}`],
  ["state in the code", (s) => `code=evil%26state%3D${state(s)}`],
  ["error in the state", (s) => `state=${state(s)}%26error%3Daccess_denied&${encode(rest(s))}`],
  ["a second state in the state", (s) => `state=${state(s)}%26state%3Dx&${encode(rest(s))}`],
  ["encoded twice", (s) => `state=${state(s)}%2526code%253Devil&${encode(rest(s))}`],
  ["a fragment mark", (s) => `state=${state(s)}%23code%3Devil&${encode(rest(s))}`],
  ["a semicolon", (s) => `state=${state(s)};code=evil&${encode(rest(s))}`],
  ["a null character in the name", (s) => `state%00=${state(s)}&${encode(rest(s))}`],
  ["a line break in the code", (s) => encode({ ...s.genuine, code: "x\r\nevil: 1" })],
  ["a tab in an unknown one", (s) => `${encode(s.genuine)}&note=a%09b`],
  ["a control character above ASCII", (s) => `${encode(s.genuine)}&note=%C2%85`],
];

const NO_CODE: Rows = [
  ["without it", ({ genuine }) => without(genuine, "code")],
  ["empty", ({ genuine }) => ({ ...genuine, code: "" })],
  ["name alone", ({ genuine }) => `${encode(without(genuine, "code"))}&code`],
  ["under another name", ({ genuine }) => ({ ...without(genuine, "code"), Code: "x" })],
  ["not ASCII", ({ genuine }) => ({ ...genuine, code: "cödé" })],
  ["an access token instead", ({ genuine }) => ({ ...genuine, access_token: "x" })],
  ["a signed response instead", ({ genuine }) => ({ ...genuine, response: "a.b.c" })],
];

const ERROR_NO_STATE: Rows = ["access_denied", "server_error", "login_required", "x y", ""].map(
  (error) => [`error '${error}'`, () => ({ error })],
);

const ERROR_WITH_STATE: Rows = [
  ["a foreign state", () => ({ error: "access_denied", state: "B".repeat(43) })],
  ["a code beside it", ({ genuine }) => ({ ...genuine, error: "access_denied" })],
  ["an empty error", (s) => ({ error: "", state: state(s) })],
  [
    "an error, a code, a foreign state",
    (s) => ({ ...s.genuine, error: "x", state: "C".repeat(43) }),
  ],
  [
    "from another issuer",
    (s) => ({ error: "access_denied", state: state(s), iss: "https://evil.example/identity" }),
  ],
  ["from nobody", (s) => ({ error: "access_denied", state: state(s) })],
];

const ISSUERS: Texts = [
  ["another host", () => "https://login.evil.example/identity"],
  ["a slash behind", (text) => `${text}/`],
  ["its origin alone", (text) => new URL(text).origin],
  ["other case", (text) => text.toUpperCase()],
  ["empty", () => ""],
  ["a blank behind", (text) => `${text} `],
  ["a host that begins alike", (text) => text.replace("/identity", ".evil.example/identity")],
  ["userinfo", (text) => text.replace("http://", "http://evil@")],
];

const WRONG_ISSUER: Rows = ISSUERS.map(([name, change]) => [
  name,
  ({ genuine, draft }) => ({ ...genuine, iss: change(String(draft.claims["iss"])) }),
]);

const OVERSIZED: Rows = [
  ["a code of 1 MB", ({ genuine }) => ({ ...genuine, code: "c".repeat(1_000_000) })],
  ["a code of 10 KB", ({ genuine }) => ({ ...genuine, code: "c".repeat(10_000) })],
  ["a state of 1 MB", (s) => ({ ...s.genuine, state: state(s) + "s".repeat(1_000_000) })],
  ["one unknown of 70 KB", ({ genuine }) => ({ ...genuine, note: "n".repeat(70_000) })],
  ["a name of 70 KB", ({ genuine }) => ({ ...genuine, ["n".repeat(70_000)]: "x" })],
  ["100 unknown", ({ genuine }) => `${encode(genuine)}${many(100)}`],
  ["10,000 unknown", ({ genuine }) => `${encode(genuine)}${many(10_000)}`],
  ["only separators, 1 MB", ({ genuine }) => `${encode(genuine)}${"&".repeat(1_000_000)}`],
];

const GROUPS: Readonly<Record<string, Rows>> = {
  "no state": NO_STATE,
  "wrong state": WRONG_STATE,
  "reused state": REUSED,
  "expired state": EXPIRED,
  "state of another connection": OTHER_PROFILE,
  "duplicate parameter": DUPLICATE,
  "encoded separators": INJECTION,
  "missing code": NO_CODE,
  "error without state": ERROR_NO_STATE,
  "error with a state": ERROR_WITH_STATE,
  "wrong issuer": WRONG_ISSUER,
  oversized: OVERSIZED,
};

type Swaps = readonly (readonly [name: string, text: (scene: AttackScene) => CallbackText])[];

/** Where parameters come: the wrong part of an address, or the wrong address. */
function placeAttacks(asked: AskedAnswer): readonly CallbackAttack[] {
  const group = "query and fragment swapped";
  const swaps = asked === "code id_token by form" ? SWAPS : [...SWAPS, ...UNASKED_FORMS];
  return [
    ...swaps.map(([name, text]): CallbackAttack => ({ group, name, asked, text })),
    ...WRONG_PLACES.map(([name, address]): CallbackAttack => ({
      ...{ group: "wrong address", name, asked },
      text: ({ genuine, redirectUri }) => ({
        // No form is pasted: the fragment is what a provider without forms would have sent.
        [asked === "code" ? "query" : "fragment"]: encode(genuine),
        address: address(redirectUri),
      }),
    })),
  ];
}

const SWAPS: Swaps = [
  ["in the other part", (scene) => swapped(scene, encode(scene.genuine))],
  ["in both parts", ({ genuine }) => ({ query: encode(genuine), fragment: encode(genuine) })],
  [
    "state here, code there",
    (scene) => ({ query: encode(rest(scene)), fragment: `state=${state(scene)}` }),
  ],
];

/** For a sign-in that asked for no form. */
const UNASKED_FORMS: Swaps = [
  [
    "a forged code in the other part",
    (scene) => ({ ...inPart(scene, scene.genuine), ...swapped(scene, "code=evil") }),
  ],
  ["in a form", ({ genuine }) => ({ form: encode(genuine) })],
  ["in a form, another code", ({ genuine }) => ({ form: encode({ ...genuine, code: "evil" }) })],
  [
    "in a form, with an ID token",
    ({ genuine, draft }) => ({ form: encode({ ...genuine, id_token: signed(draft) }) }),
  ],
  [
    "in a form, without an ID token",
    ({ genuine }) => ({ form: encode(without(genuine, "id_token")) }),
  ],
  [
    "an error in a form",
    (scene) => ({
      form: encode({ ...issued(scene), error: "access_denied", state: state(scene) }),
    }),
  ],
];

/** The redirect URI is `http://127.0.0.1:49152/callback`. */
const WRONG_PLACES: readonly (readonly [string, (address: string) => string])[] = [
  ["another path", (address) => `${address}/other`],
  ["a slash behind", (address) => `${address}/`],
  ["dots in the path", (address) => address.replace("/callback", "/x/../callback")],
  ["encoded path", (address) => address.replace("callback", "c%61llback")],
  ["other case of the path", (address) => address.replace("callback", "Callback")],
  ["another port", (address) => address.replace("49152", "49153")],
  ["no port", (address) => address.replace(":49152", "")],
  ["a name for the address", (address) => address.replace("127.0.0.1", "localhost")],
  ["https", (address) => address.replace("http:", "https:")],
  ["another scheme", (address) => address.replace("http:", "vscode:")],
  ["userinfo", (address) => address.replace("//", "//user@")],
  ["a look-alike host", (address) => address.replace("127.0.0.1", "127.0.0.1.evil.example")],
  ["backslashes", (address) => address.replaceAll("/", "\\")],
  ["no scheme", (address) => address.replace("http:", "")],
  ["a number for the address", (address) => address.replace("127.0.0.1", "2130706433")],
  ["nothing", () => ""],
];

const HYBRID_ATTACKS: readonly CallbackAttack[] = HYBRID_TOKENS.flatMap(({ name, check, make }) =>
  ASKED_ANSWERS.filter((asked) => asked !== "code").map((asked) => ({
    ...{ group: "hybrid ID token", name, asked, ...(check !== undefined && { ends: check }) },
    text: (scene) => {
      const token = make(scene.draft, scene.genuine["id_token"] ?? "");
      const kept = without(scene.genuine, "id_token");
      return inPart(scene, token === undefined ? kept : { ...kept, id_token: token });
    },
  })),
);

/** The query for what comes by fragment or form; no ID token is ever taken from there. */
function swapped({ asked }: AttackScene, text: string): CallbackText {
  return asked === "code" ? { fragment: text } : { query: text };
}

/** The issuer beside what has none of its own, so that nothing but the form is wrong. */
function issued({ draft }: AttackScene): Parameters {
  return { iss: String(draft.claims["iss"]) };
}

function many(count: number): string {
  return Array.from({ length: count }, (_, index) => `&u${index}=1`).join("");
}

function swapCase(text: string): string {
  const swap = (letter: string): string =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return Array.from(text, swap).join("");
}

function escapeOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function widen(letter: string): string {
  return /\w/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter;
}
