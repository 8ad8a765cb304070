import { SCOPE_SENTENCES } from "./clients";
import { html, page, type Html } from "./pages";
import { PASSWORD, type Person } from "./people";

/** Who asks, as both pages say it. */
export interface Asking {
  /** Path that the forms of the pages are sent to. */
  readonly path: string;
  readonly clientName: string;
  readonly clientId: string;
  /** Who can sign in. */
  readonly people: readonly Person[];
}

/** What was typed on the sign-in page and did not fit. */
export interface FailedSignIn {
  readonly userName: string;
}

/** The page on which a person says who they are. */
export function signInPage(asking: Asking, failed?: FailedSignIn): string {
  const wrong = html`<p class="error" role="alert" id="problem">
    No one has this user name and password. Take a user name from the list below; the password is
    ${PASSWORD}.
  </p>`;
  return page(
    "Sign in to the sandbox",
    html`<p>${whoAsks(asking)} asks you to sign in.</p>
      ${failed === undefined ? html`` : wrong}
      <form method="post" action="${asking.path}">
        ${signInFields(failed)}
        <p class="buttons">
          <button name="action" value="signIn">Sign in</button>
          <button name="action" value="refuse" class="second" formnovalidate>Refuse</button>
        </p>
      </form>
      ${listOfPeople(asking.people)}`,
  );
}

function signInFields(failed: FailedSignIn | undefined): Html {
  const described = `people${failed === undefined ? "" : " problem"}`;
  const invalid = String(failed !== undefined);
  return html`<label for="userName">User name</label>
    <input
      id="userName"
      name="userName"
      value="${failed?.userName ?? ""}"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      required
      autofocus
      aria-describedby="${described}"
      aria-invalid="${invalid}"
    />
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      aria-describedby="${described}"
      aria-invalid="${invalid}"
    />`;
}

function listOfPeople(people: readonly Person[]): Html {
  const rows = people.map(
    ({ userName, name, view }) =>
      html`<tr>
        <th scope="row"><code>${userName}</code></th>
        <td>${name}: sees ${view}</td>
      </tr>`,
  );
  return html`<h2>Who can sign in</h2>
    <p class="soft" id="people">
      These people are made up. The password of each is <code>${PASSWORD}</code>.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">User name</th>
          <th scope="col">Person</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

/** What a person is asked to allow. */
interface ConsentQuestion extends Asking {
  readonly person: Person;
  readonly scopes: readonly string[];
  /** Address that the answer goes to. */
  readonly callback: string;
  /** How long a delegation lasts and when it ends; absent where there is no end. */
  readonly end?: { readonly duration: string; readonly moment: string } | undefined;
}

/** The page on which a person allows what an application asks for, or a part of it. */
export function consentPage(question: ConsentQuestion): string {
  const { path, person, scopes, callback, end } = question;
  const limit =
    end === undefined
      ? html``
      : html`<p>
          It may act for you for <strong>${end.duration}</strong>, until ${end.moment}. Then it has
          to ask again.
        </p>`;
  return page(
    "Allow access?",
    html`<p>${whoAsks(question)} asks for access to the sandbox.</p>
      <p>
        You are signed in as <strong>${person.name}</strong>, who sees ${person.view}.
        <a href="${path}?person=other">Use another person</a>
      </p>
      <form method="post" action="${path}">
        <fieldset>
          <legend>It wants to</legend>
          ${scopes.map(scopeChoice)}
        </fieldset>
        ${limit}
        <p class="soft">Your answer goes to <code>${callback}</code></p>
        <p class="buttons">
          <button name="action" value="allow">Allow</button>
          <button name="action" value="refuse" class="second">Refuse</button>
        </p>
      </form>`,
  );
}

function scopeChoice(scope: string): Html {
  const sentence = SCOPE_SENTENCES[scope] ?? scope;
  const name = html`<span>${sentence} <code class="soft">${scope}</code></span>`;
  // Signing in is what was asked for: without it there would be nothing to allow.
  return scope === "openid"
    ? html`<p class="scope">${name}</p>`
    : html`<label class="scope"
        ><input type="checkbox" name="scope" value="${scope}" checked /> ${name}</label
      >`;
}

function whoAsks({ clientName, clientId }: Asking): Html {
  return html`<strong>${clientName}</strong> (<code>${clientId}</code>)`;
}
