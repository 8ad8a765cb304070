import * as vscode from "vscode";
import { AppError, isAppError } from "../../../platform/base/errors";
import { type ListEndpoint, parameterFields } from "../common/listEndpoint";
import { rulesAfter } from "../common/findings";
import type { WayOn } from "../common/refusedPaging";
import type { ListSession } from "../common/session";
import { statusOf } from "../../../platform/http/status";
import type { RowTable } from "../common/table/rowTables";
import type { DefinitionArgument, RequestArgument } from "../../../manifest";
import type { ChartImage } from "../messages/chartImage";
import type { ListView, PageStep, WalkStep } from "../messages/listMessages";
import type { ParameterValues, Walk } from "../messages/listQuery";
import { type CopyQuestion, EVERY_ROW, type ValueQuestion } from "../messages/listQuestions";
import { passesConsent } from "./consentQuestion";
import { knownOf } from "./exportable";
import { fileNameOf, tameName } from "./fileNames";
import { LIST_ACTIONS } from "./listNotices";
import { changeRules } from "./rules/changeRules";
import type { ListsServices } from "./services";

interface ActServices {
  readonly endpoint: ListEndpoint;
  readonly session: ListSession;
  readonly table: RowTable;
  readonly services: ListsServices;
  readonly view: () => ListView;
  /** Opens the connection, if need be, for the whole address of the page. */
  readonly address: () => Promise<ListView["address"]>;
  /** Shows no more, in this window, how answers differ from the definition. */
  readonly dismissDrift: () => void;
}

/** What can be stopped of loading all pages. */
const UNFINISHED: ReadonlySet<Walk["state"] | undefined> = new Set(["running", "paused", "failed"]);

/** What buttons, keys and commands do with the list of one panel. */
export class ListActs {
  constructor(private readonly options: ActServices) {}

  async turn(step: PageStep): Promise<void> {
    const { session } = this.options;
    const { paging, query } = session.place;
    const { firstPage = 1, lastPage = query.pageNumber } = paging ?? {};
    if (!this.canTurn(step)) {
      return;
    }
    switch (step) {
      case "reload":
        return session.reload();
      case "first":
        return session.goTo(firstPage);
      case "previous":
        return session.goTo(query.pageNumber - 1);
      case "next":
        return session.goTo(query.pageNumber + 1);
      case "last":
        return session.goTo(lastPage);
    }
  }

  /** Whether there is such a page; the first one can always be asked for. */
  canTurn(step: PageStep): boolean {
    const { paging } = this.options.session.place;
    switch (step) {
      case "reload":
      case "first":
        return true;
      case "previous":
        return paging?.hasPrevious === true;
      case "next":
        return paging?.hasNext === true;
      case "last": {
        // From beyond the last page, it is the way back.
        const { lastPage, pageNumber, hasNext } = paging ?? {};
        return lastPage !== undefined && (hasNext === true || lastPage !== pageNumber);
      }
    }
  }

  /** Whether something loads, or pages wait for the user to go on with them. */
  get canCancel(): boolean {
    const { loading, walk } = this.options.session.state;
    return loading !== undefined || UNFINISHED.has(walk?.state);
  }

  /** A page by its number; 0 says that pages are counted from there, which has its way back. */
  async goTo(pageNumber: number): Promise<void> {
    const { services, session, endpoint } = this.options;
    const { connectionId, operationId } = session.state.query;
    const { isUnpaged, firstPage } = services.rules.rules(connectionId, operationId);
    const isPaged = endpoint.takesPages && isUnpaged !== true;
    await (pageNumber === 0 && isPaged && firstPage === undefined
      ? this.changeBy("list.countFromZero")
      : session.goTo(pageNumber));
  }

  async walk(step: WalkStep): Promise<void> {
    switch (step) {
      case "start":
        return (await this.mayLoadAll()) ? this.options.session.loadAll() : undefined;
      case "pause":
        return this.options.session.pause();
      case "resume":
        return this.options.session.resume();
      case "stop":
        return this.options.session.stop();
    }
  }

  /** Under a delegation that would end before the last page came, only by the user's yes. */
  private mayLoadAll(): Promise<boolean> {
    const { services, session } = this.options;
    const { query } = session.state;
    const { claimed: rows, millisecondsPerPage } = knownOf(session.state);
    const facts = { rows, millisecondsPerPage, pageSize: session.walkPageSize(), atOnce: 1 };
    return passesConsent(services, query.connectionId, facts);
  }

  /** A drawing of the rows, where the user wants it. */
  async saveImage(image: ChartImage): Promise<void> {
    const { dialogs } = this.options.services;
    const { saveImage } = await import("./saveImage");
    await saveImage(dialogs, this.fileName, image);
  }

  /** What is on screen in an editor: a page byte for byte, of several all their rows. */
  async openAsJson(): Promise<void> {
    if (this.options.session.state.loaded === undefined) {
      await this.options.session.reload();
    }
    const { loaded } = this.options.session.state;
    if (loaded === undefined) {
      // The panel says why.
      return;
    }
    if (loaded.query.mode === "all" || this.options.session.state.query.mode === "all") {
      return this.openAllRows();
    }
    const pageNumber = this.options.session.shownPage ?? loaded.query.pageNumber;
    const { isOn } = this.options.services.privacy;
    const { bytes } = await this.options.table.ask("page", { pageNumber });
    await this.openRead(`${this.fileName}-page-${pageNumber}`, bytes, isOn);
  }

  /** What is around the rows is another on each page: the rows are one array, as they came. */
  private async openAllRows(): Promise<void> {
    const { isOn } = this.options.services.privacy;
    const { rows, columns } = await this.options.table.ask("facts", {});
    const selection = {
      view: EVERY_ROW,
      ranges: rows === 0 ? [] : [[0, rows - 1] as const],
      columns: columns.map(({ key }) => key),
    };
    const question = { selection, format: "json", withHeader: false } as const;
    const { text } = await this.options.table.ask("copy", question);
    await this.openRead(`${this.fileName}-all-rows`, new TextEncoder().encode(text), isOn);
  }

  async copy(what: "requestId" | "traceId" | "address"): Promise<undefined> {
    const { action } = this.options.session.state;
    const text =
      what === "address" ? (await this.options.address()).url : action && statusOf(action)?.[what];
    if (text === undefined) {
      throw new AppError("answer", "answer/notKept");
    }
    const { services } = this.options;
    await services.copy(what === "address" ? services.privacy.masking.maskText(text) : text);
    return undefined;
  }

  async changeRules(): Promise<void> {
    const { services, session } = this.options;
    const { query, loaded } = session.state;
    const pageNumber = session.shownPage ?? loaded?.query.pageNumber;
    const shapes =
      pageNumber === undefined ? undefined : await this.options.table.ask("shapes", { pageNumber });
    if (await changeRules(services, query, shapes)) {
      await session.applyRules();
    }
  }

  /** Those that the definition does not have are sent as typed, but for what the explorer sends. */
  async setParameters(values: ParameterValues): Promise<void> {
    const fields = parameterFields(this.options.endpoint, values);
    const names = new Set(fields.map(({ name }) => name));
    const taken = Object.entries(values).filter(([name]) => names.has(name));
    await this.options.session.setParameters(Object.fromEntries(taken));
  }

  async copyRows(question: CopyQuestion): Promise<{ readonly rows: number }> {
    const { text, rows } = await this.options.table.ask("copy", question);
    await this.options.services.copy(text);
    return { rows };
  }

  async openValue(question: ValueQuestion): Promise<void> {
    const { isOn } = this.options.services.privacy;
    const { text, name } = await this.options.table.ask("value", question);
    await this.openRead(`${this.fileName}-${tameName(name)}`, new TextEncoder().encode(text), isOn);
  }

  async act(id: string): Promise<void> {
    const { error, canceled, warning, empty, findings } = this.options.view();
    const offered = [error, canceled, warning, empty].flatMap((notice) => notice?.actions ?? []);
    const found = findings.flatMap(({ action }) => action ?? []);
    if (id === LIST_ACTIONS.showDrift || id === LIST_ACTIONS.dismissDrift) {
      return this.actOnDrift(id);
    }
    if (found.some((action) => action.id === id)) {
      return this.applyFinding(id);
    }
    if (!offered.some((action) => action.id === id)) {
      return;
    }
    const way = this.options.session.waysOn.find((one) => one.id === id);
    if (way !== undefined) {
      return this.goOn(way);
    }
    switch (id) {
      case LIST_ACTIONS.retry:
      case LIST_ACTIONS.reload:
        return this.options.session.reload();
      case LIST_ACTIONS.firstPage:
        return this.turn("first");
      case LIST_ACTIONS.openAnswer:
        return this.openFailedAnswer();
      case LIST_ACTIONS.chooseDefinition: {
        const { domain } = this.options.endpoint;
        const { connectionId } = this.options.session.state.query;
        const target: DefinitionArgument = { domain, connectionId };
        return vscode.commands.executeCommand("financialPlanning.definition.choose", target);
      }
      case LIST_ACTIONS.otherList:
        return vscode.commands.executeCommand("financialPlanning.list.openEndpoint");
      case LIST_ACTIONS.explain:
        // Without a call of its own it means the panel in front, which is this one.
        return vscode.commands.executeCommand("financialPlanning.requests.explain");
    }
    const { failure } = this.options.session.state;
    const isAgain = await this.options.services.errorActions.run(id, failure?.error);
    // A sign-in has it loaded by itself.
    if (isAgain && this.options.session.state.failure === failure) {
      await this.options.session.reload();
    }
  }

  private async actOnDrift(id: string): Promise<void> {
    if (id === LIST_ACTIONS.dismissDrift) {
      this.options.dismissDrift();
      return;
    }
    const { domain } = this.options.endpoint;
    await vscode.commands.executeCommand("financialPlanning.definition.show", { domain });
  }

  /** The command takes the panel in front, which is this one. */
  async export(): Promise<void> {
    await vscode.commands.executeCommand("financialPlanning.export.start");
  }

  async openRequest(): Promise<void> {
    const { action } = this.options.session.state;
    if (action !== undefined) {
      const argument: RequestArgument = { actionId: action.id };
      await vscode.commands.executeCommand("financialPlanning.requests.open", argument);
    }
  }

  private async openFailedAnswer(): Promise<void> {
    const error = this.options.session.state.failure?.error;
    if (isAppError(error) && error.body !== undefined) {
      const start = new TextDecoder().decode(error.body.subarray(0, 100)).trimStart();
      const ending = /^[{[]/.test(start) ? "json" : "txt";
      const call = error.action && { actionId: error.action.id };
      const name = `${this.fileName}-answer.${ending}`;
      await this.options.services.answers.open(name, error.body, call);
    }
  }

  /**
   * What the thread masked stays so: it was asked for as it was on screen. What came as it is, is
   * masked where it is shown, if privacy mode was turned on meanwhile.
   */
  private async openRead(name: string, bytes: Uint8Array, isMasked: boolean): Promise<void> {
    const { answers } = this.options.services;
    const { loaded, action } = this.options.session.state;
    // A reload that failed left the rows of the call before it.
    const brought = loaded?.action ?? action;
    const call = brought && { actionId: brought.id };
    await (isMasked
      ? answers.openOwn(`${name}-masked.json`, bytes, call)
      : answers.open(`${name}.json`, bytes, call));
  }

  /** The rule that a finding proposes. */
  private async applyFinding(id: string): Promise<void> {
    const { session } = this.options;
    const given = session.state.findings.find(({ actionId }) => actionId === id)?.values["given"];
    if (id === "list.takeGivenSize" && given !== undefined) {
      return session.resize(given);
    }
    await this.changeBy(id);
  }

  /** A size that this list is known to take needs no rule. */
  private async goOn({ id, pageSize }: WayOn): Promise<void> {
    const { services, session } = this.options;
    const { connectionId, operationId } = session.state.query;
    const { taken } = services.seenLists.of(connectionId, operationId).sizes;
    await (pageSize !== undefined && pageSize <= taken
      ? session.resize(pageSize)
      : this.changeBy(id, pageSize));
  }

  private async changeBy(id: string, pageSize?: number): Promise<void> {
    const { services, session } = this.options;
    const { connectionId, operationId } = session.state.query;
    const rules = rulesAfter(id, services.rules.rules(connectionId, operationId), pageSize);
    if (rules !== undefined) {
      await services.rules.setRules(connectionId, operationId, rules);
      await session.applyRules();
    }
  }

  /** Another page size; where none was sent the list is asked for by size again. */
  async resize(pageSize: number): Promise<void> {
    const { services, session } = this.options;
    const { connectionId, operationId } = session.state.query;
    const isOpen = services.rules.rules(connectionId, operationId).pageSize === null;
    await (isOpen ? this.changeBy("list.smallerPages", pageSize) : session.resize(pageSize));
  }

  private get fileName(): string {
    return fileNameOf(this.options.endpoint.operationId);
  }
}
