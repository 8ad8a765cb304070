import * as v from "valibot";
import {
  countTo,
  described,
  nameOf,
  type Shape,
  wholeNumber,
} from "../../../platform/base/messageSchemas";
import { faultRules } from "./sandboxFaults";

export const MOST_CLIENTS = 200_000;
/** Each is made when it is asked for. */
export const MOST_ROWS_OF_CLIENT = 10_000_000;
/** Of what is there as a whole while it is asked for, such as results, which are put in order. */
const MOST_GIVEN = 10_000;
const LONGEST_LIFE = 86_400 * 365;

const row = v.record(v.string(), v.unknown());
const uuid = v.pipe(v.string(), v.uuid());
const day = v.pipe(v.string(), v.isoDate());
const count = (most: number) => v.pipe(wholeNumber, v.maxValue(most));

const rows = (most: number) =>
  v.union([count(most), v.pipe(v.array(row), v.maxLength(MOST_GIVEN))]);

const givenClient = v.strictObject({
  clientId: described(uuid, "UUID of the client."),
  name: described(
    v.strictObject({
      firstName: described(v.string(), "First name."),
      lastName: described(v.string(), "Last name."),
    }),
    "Name of the client.",
  ),
  dateOfBirth: described(v.exactOptional(day), "YYYY-MM-DD."),
  record: described(
    v.exactOptional(row),
    "Members of the client's record; they take the place of what is made up.",
  ),
  holdings: described(
    v.exactOptional(rows(MOST_ROWS_OF_CLIENT)),
    "How many holdings are made up, or the holdings themselves.",
  ),
  results: described(
    v.exactOptional(rows(MOST_GIVEN)),
    "How many results are made up, or the results themselves.",
  ),
  pensions: described(
    v.exactOptional(v.record(v.string(), row)),
    "The pensions by their ids, as a PUT sends them.",
  ),
});
export type GivenClient = Shape<typeof givenClient>;

const writtenPension = v.strictObject({
  clientId: described(uuid, "UUID of the client."),
  // As long as a path lets it be: the sandbox saves what a PUT brought, and has to take it back.
  pensionId: described(v.pipe(v.string(), v.minLength(1)), "Id of the pension, as in its path."),
  content: described(v.nullable(row), "As a PUT sends it; null where it was removed."),
  lastUpdated: described(v.exactOptional(v.pipe(v.string(), v.isoTimestamp())), "ISO 8601, UTC."),
});
export type WrittenPension = Shape<typeof writtenPension>;

const environment = v.strictObject({
  clients: described(
    v.exactOptional(count(MOST_CLIENTS)),
    "How many clients are made up; those that are given come on top.",
  ),
  given: described(
    v.exactOptional(v.pipe(v.array(givenClient), v.maxLength(MOST_GIVEN))),
    "Clients with data of your own.",
  ),
  pensions: described(
    // Without a limit: the sandbox saves all that were written, and has to take them back.
    v.exactOptional(v.array(writtenPension)),
    "Pensions that were written, of any client.",
  ),
});
export type ScenarioEnvironment = Shape<typeof environment>;

const sees = v.union([
  v.picklist(["all", "none"]),
  v.strictObject({
    clientIds: described(v.array(uuid), "UUIDs of the clients that are seen."),
  }),
  v.strictObject({
    lastNames: described(
      v.pipe(v.string(), v.regex(/^[A-Za-z]-[A-Za-z]$/)),
      "First letters of last names: A-F.",
    ),
  }),
]);
export type Sees = Shape<typeof sees>;

const person = v.strictObject({
  userName: described(v.pipe(v.string(), v.regex(/^[\w.@-]{1,100}$/)), "To sign in with."),
  name: described(nameOf(200), "Shown on the sign-in page."),
  sees: described(sees, "Which clients this person sees."),
});
export type ScenarioPerson = Shape<typeof person>;

const answer = v.strictObject({
  method: described(v.exactOptional(v.string()), "Absent: GET."),
  path: described(v.pipe(v.string(), v.startsWith("/")), "Without query; * stands for any text."),
  query: described(
    v.exactOptional(v.string()),
    "What follows the question mark; * stands for any text. Absent: any query.",
  ),
  environment: described(
    v.exactOptional(v.picklist(["development", "production"])),
    "Absent: both.",
  ),
  times: described(v.exactOptional(countTo(1_000_000)), "How often; absent: without an end."),
  status: described(
    v.exactOptional(v.pipe(wholeNumber, v.minValue(200), v.maxValue(599))),
    "Absent: 200.",
  ),
  headers: described(
    v.exactOptional(
      v.record(
        v.pipe(v.string(), v.regex(/^[\w!#$%&'*+.^`|~-]+$/)),
        v.pipe(v.string(), v.regex(/^[\t\x20-\x7e]*$/)),
      ),
    ),
    "Besides x-dt-requestid and x-dt-traceid, which the sandbox sets itself.",
  ),
  body: described(v.exactOptional(v.unknown()), "Any JSON; numbers stay as they are written."),
  text: described(v.exactOptional(v.string()), "The body as it is, in the place of JSON."),
});
export type GivenAnswer = Shape<typeof answer>;

const behaviour = v.strictObject({
  pensionReading: described(v.exactOptional(v.boolean()), "Whether pensions can be read (GET)."),
  pensionTags: described(
    v.exactOptional(v.boolean()),
    "Whether pensions have an ETag, and If-Match is honoured.",
  ),
  maximumPageSize: described(v.exactOptional(countTo(100_000)), "Largest page of a list."),
  tokenLifetime: described(v.exactOptional(countTo(LONGEST_LIFE)), "Seconds of an access token."),
  consentSeconds: described(v.exactOptional(countTo(LONGEST_LIFE)), "Seconds of a delegation."),
});

/** What the sandbox has and how it behaves, as a file. */
export const sandboxScenario = v.strictObject({
  $schema: described(
    v.exactOptional(v.string()),
    "Not needed: the editor knows files called *.fp-scenario.json.",
  ),
  version: described(v.literal(1), "Version of this format."),
  seed: described(v.exactOptional(v.string()), "Another seed makes up other data."),
  behaviour: described(
    v.exactOptional(behaviour),
    "What the service's description leaves open, and lifetimes.",
  ),
  environments: described(
    v.exactOptional(
      v.strictObject({
        development: described(v.exactOptional(environment), "Data behind the development key."),
        production: described(v.exactOptional(environment), "Data behind the production key."),
      }),
    ),
    "The data behind the two subscription keys.",
  ),
  people: described(
    v.exactOptional(v.pipe(v.array(person), v.minLength(1), v.maxLength(100))),
    "Who can sign in; in the place of the sandbox's own three.",
  ),
  faults: described(v.exactOptional(faultRules), "Calls that go wrong."),
  answers: described(
    v.exactOptional(v.pipe(v.array(answer), v.maxLength(1000))),
    "Answers of your own; the first that fits is sent, after key and token were checked.",
  ),
});
export type SandboxScenario = Shape<typeof sandboxScenario>;
