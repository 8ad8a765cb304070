import { CONNECTION_COLOURS } from "../../../../platform/base/connection";
import type { Translate } from "../../../../platform/texts/words";
import { emptyDraft } from "../../common/draft";
import { ACCESS_MODELS, type ConnectionDraft } from "../../messages/connectionDraft";
import type {
  CallbackHint,
  FormField,
  FormLayout,
  FormSection,
} from "../../messages/connectionForm";
import type { FormChoice } from "../../../../platform/base/formFields";

/** Where a browser can come back to, here and now. */
export interface RegistrationHints {
  /** `{uriScheme}://{extension id}/callback` of this editor. */
  readonly uriHandler: string;
  /** False where a browser cannot reach this machine's 127.0.0.1: only paste works there. */
  readonly isLoopbackReachable: boolean;
}

type Model = ConnectionDraft["accessModel"];

const WITH_USER: readonly Model[] = ["userPresent", "delegation"];

/** Sections and fields of the connection form, in the user's language. */
export function formLayout(t: Translate, hints: RegistrationHints): FormLayout {
  return {
    where: whereSection(t),
    identity: { title: t("Identity"), fields: identityFields(t) },
    credentials: { title: t("Credentials"), fields: [] },
    more: moreSection(t),
    defaults: emptyDraft(),
    callbackHints: callbackHints(t, hints),
  };
}

function whereSection(t: Translate): FormSection {
  return {
    title: t("Where"),
    fields: [
      text("label", t("Label"), t("What the connection is called in the tree.")),
      text("baseUrl", t("Base URL"), t("The root of the service, as it was given to you.")),
      environmentField(t),
    ],
  };
}

function environmentField(t: Translate): FormField {
  const choices = [
    card(
      "development",
      t("Development"),
      t("The key was issued for development: test data only."),
      "plug",
    ),
    card(
      "production",
      t("PRODUCTION"),
      t("The key was issued for production: real clients. Choose this when you do not know."),
      "shield",
    ),
    card("sandbox", t("Sandbox"), t("A sandbox on this machine, with made-up data."), "beaker"),
  ];
  const help = t("The subscription key decides it, not the address. Unknown counts as production.");
  return { ...choose("environment", t("Environment"), help, { choices }), kind: "cards" };
}

function accessModelField(t: Translate): FormField {
  const choices = [
    card(
      "serviceAccount",
      t("Service account"),
      t("Your program signs in as itself; nobody is asked (client credentials)."),
      "server-process",
    ),
    card(
      "userPresent",
      t("User present"),
      t("A user signs in through the browser and you see what that user may see."),
      "account",
    ),
    card(
      "delegation",
      t("Time-bound delegation"),
      t("A user consents once through the browser; the access lasts until the consent ends."),
      "calendar",
    ),
  ];
  return { ...choose("accessModel", t("Access model"), "", { choices }), kind: "cards" };
}

function identityFields(t: Translate): readonly FormField[] {
  return [
    text(
      "authUrl",
      t("Auth URL"),
      t("The root of the identity provider, without {0}.", "/identity"),
    ),
    text("clientId", t("Client ID"), t("As it was issued at onboarding.")),
    accessModelField(t),
    text(
      "callbackUrl",
      t("Callback URL"),
      t("Exactly as it was registered at onboarding, character for character."),
      { models: WITH_USER },
    ),
  ];
}

/** What most connections leave as it is. */
function moreSection(t: Translate): FormSection {
  return {
    title: t("More"),
    fields: [...addressFields(t), ...tokenFields(t), ...browserFields(t), ...callFields(t)],
  };
}

function addressFields(t: Translate): readonly FormField[] {
  return [
    text(
      "crmPrefix",
      t("Path prefix of client records"),
      t("With its version, like {0}. May be empty.", "/crm/v1"),
      { isOptional: true },
    ),
    text("financesPrefix", t("Path prefix of finances"), t("Like {0}.", "/finances/v1"), {
      isOptional: true,
    }),
    text("profilingPrefix", t("Path prefix of risk profiling"), t("Like {0}.", "/profiling/v1"), {
      isOptional: true,
    }),
    choose("colour", t("Colour"), t("Marks the connection in tree and panels."), {
      choices: [option("", t("None")), ...CONNECTION_COLOURS.map((name) => colour(name, t))],
    }),
  ];
}

function tokenFields(t: Translate): readonly FormField[] {
  return [
    text("scopes", t("Scopes"), t("Separated by spaces."), { isOptional: true }),
    choose("clientAuthentication", t("Client authentication"), "", {
      choices: [
        option("post", t("In the body (client_secret_post)")),
        option("basic", t("In a header (client_secret_basic)")),
      ],
    }),
    {
      ...text(
        "tokenParameters",
        t("Extra token parameters"),
        t(
          "One name=value a line, sent with each token request. No secrets: they are stored openly.",
        ),
        { isOptional: true },
      ),
      kind: "lines",
    },
  ];
}

function browserFields(t: Translate): readonly FormField[] {
  return [
    choose("responseType", t("Response type"), "", {
      models: WITH_USER,
      choices: [
        option(
          "code",
          "code",
          t("Only the authorization code is returned; choose this if you are not sure."),
        ),
        option("code id_token", "code id_token", t("Hybrid: an ID token comes with the code.")),
      ],
    }),
    choose("proofKey", t("PKCE"), "", {
      models: WITH_USER,
      choices: [
        option("auto", t("Automatic"), t("Sent; you are asked before a sign-in without it.")),
        option("required", t("Required"), t("Always sent: there is no sign-in without it.")),
        option("off", t("Off"), t("Not sent: for providers that do not support it.")),
      ],
    }),
    text(
      "consentEndClaim",
      t("Claim with the end of the consent"),
      t("A claim of the ID token, if your provider has one. Else you enter the end yourself."),
      { models: ["delegation"], isOptional: true },
    ),
  ];
}

function callFields(t: Translate): readonly FormField[] {
  return [
    text(
      "pageSize",
      t("Rows per page"),
      t("The service may give fewer. Empty: as in the settings."),
      {
        isOptional: true,
      },
    ),
    choose("networking", t("Networking"), "", {
      choices: [
        option("own", t("Own"), t("The explorer's own way, with VS Code's proxy settings.")),
        option(
          "editor",
          t("VS Code's"),
          t("For automatic proxy configuration and certificates of the system."),
        ),
      ],
    }),
    text(
      "authenticationStatuses",
      t("Further authentication statuses"),
      t("Statuses that mean a refused token beside 401, separated by commas."),
      { isOptional: true },
    ),
  ];
}

function callbackHints(t: Translate, hints: RegistrationHints): readonly CallbackHint[] {
  const loopback = hints.isLoopbackReachable
    ? t("The explorer waits there itself.")
    : t("Cannot be reached from this window: you will paste the address.");
  return [
    {
      way: t("This editor"),
      address: hints.uriHandler,
      note: t("The browser hands the answer to VS Code."),
      isUsable: true,
    },
    {
      way: t("This machine, any port"),
      address: "http://127.0.0.1/callback",
      note: loopback,
      isUsable: true,
    },
    {
      way: t("This machine, a fixed port"),
      address: "http://127.0.0.1:PORT/callback",
      note: t("For providers that compare the port too. {0}", loopback),
      isUsable: false,
    },
    {
      way: t("Any other address"),
      address: "",
      note: t("After signing in you copy the address from the browser and paste it here."),
      isUsable: false,
    },
  ];
}

interface FieldOptions {
  readonly models?: readonly Model[];
  readonly isOptional?: boolean;
  readonly choices?: readonly FormChoice[];
}

function text(
  name: FormField["name"],
  label: string,
  help: string,
  options: FieldOptions = {},
): FormField {
  const { models = ACCESS_MODELS, isOptional = false } = options;
  return { name, kind: "text", label, help, models, isOptional, choices: [] };
}

function choose(
  name: FormField["name"],
  label: string,
  help: string,
  { choices = [], ...options }: FieldOptions,
): FormField {
  return { ...text(name, label, help, options), kind: "select", choices };
}

function option(value: string, label: string, help = ""): FormChoice {
  return { value, label, help };
}

function card(value: string, label: string, help: string, icon: string): FormChoice {
  return { value, label, help, icon };
}

function colour(name: (typeof CONNECTION_COLOURS)[number], t: Translate): FormChoice {
  const words = {
    red: t("Red"),
    orange: t("Orange"),
    yellow: t("Yellow"),
    green: t("Green"),
    blue: t("Blue"),
    purple: t("Purple"),
  };
  return option(name, words[name]);
}
