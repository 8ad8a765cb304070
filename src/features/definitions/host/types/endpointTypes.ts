import * as vscode from "vscode";
import type { NodeArgument } from "../../../../manifest";
import type { Coverage } from "../../../../platform/service/definition/active";
import { answerStatuses, type TypedBody } from "../../common/types/typeSources";
import { oneLine } from "../../texts/words";
import type { DefinitionServices } from "../services";
import { copyTypes, type TypedSubject } from "./copyTypes";

interface BodyItem extends vscode.QuickPickItem {
  readonly subject: TypedSubject;
}

/** Asks for an endpoint of the definition that a connection follows, and copies types of a body. */
export async function copyTypesOfEndpoint(
  services: DefinitionServices,
  node: NodeArgument | undefined,
): Promise<void> {
  const { dialogs, connection, definition, coverage } = services;
  const id = (await connection(node))?.id;
  const text = await definition(id);
  const statuses = answerStatuses(text);
  const items = (await coverage(id)).flatMap((endpoint) =>
    bodiesOf(endpoint, text, statuses.get(endpoint.operationId)),
  );
  const chosen = await dialogs.pick(vscode.l10n.t("Copy types of"), items);
  if (chosen !== undefined) {
    await copyTypes(services, chosen.subject);
  }
}

function bodiesOf(
  endpoint: Coverage,
  text: string,
  status: number | undefined,
): readonly BodyItem[] {
  const { method, path, summary, operationId } = endpoint;
  const item = (body: TypedBody): BodyItem => ({
    label: oneLine(`${method} ${path}`, 300),
    description:
      body.part === "request" ? vscode.l10n.t("body of the request") : vscode.l10n.t("answer"),
    detail: oneLine(summary, 300),
    subject: {
      ...{ method, pathTemplate: path },
      definition: { text, operationId, body },
      ...(body.part === "answer" && { status: body.status }),
    },
  });
  return [
    ...(["PUT", "POST", "PATCH"].includes(method) ? [item({ part: "request" })] : []),
    ...(status === undefined ? [] : [item({ part: "answer", status })]),
  ];
}
