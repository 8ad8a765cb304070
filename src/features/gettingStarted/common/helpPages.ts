import {
  CONNECTION_FORM_PANEL,
  DEFINITIONS_PANEL,
  LIST_PANEL,
  PLAN_PANEL,
  REQUEST_PANEL,
  SEND_PANEL,
  SESSION_PANEL,
} from "../../../manifest";

/** The page of the documentation on each panel. */
export const HELP_PAGES: Readonly<Record<string, string>> = {
  [LIST_PANEL]: "lists",
  [REQUEST_PANEL]: "requests",
  [SEND_PANEL]: "requests",
  [CONNECTION_FORM_PANEL]: "connections",
  [SESSION_PANEL]: "sign-in",
  [PLAN_PANEL]: "source-control",
  [DEFINITIONS_PANEL]: "definitions",
};
