export interface PanelAction {
  readonly id: string;
  readonly label: string;
}

/** Something to read in a panel, with what can be done about it. */
export interface PanelNotice {
  readonly what: string;
  readonly advice: string;
  readonly actions: readonly PanelAction[];
}
