import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { PagingAudit } from "../../../../../../src/core/lists/audit";
import type { BringList } from "../../../../../../src/core/lists/export/bulk/bringList";
import { pagingFindings } from "../../../../../../src/core/lists/findings";
import { readPage } from "../../../../../../src/core/lists/page";

export const plainBring: BringList = async ({ client, query, file, signal, onWait }) => {
  const audit = new PagingAudit(query.pageSize, query.rules);
  const action = client.startAction("rows");
  let lines = "";
  let [pages, rows] = [0, 0];
  const requestIds: string[] = [];
  for (let pageNumber = audit.firstPage as number; ; pageNumber++) {
    const { operationId, path, pageSize } = query;
    const call = { operationId, path, query: { pageSize, pageNumber } };
    const answer = await client.send(call, { action, signal, onWait });
    const asked = { pageNumber, pageSize };
    const page = readPage(answer.text, await answer.index(), { asked, rules: query.rules });
    pages++;
    rows += page.rows.length;
    lines += page.rows.map(({ source }) => `${source.replace(/[\r\n]/g, " ")}\n`).join("");
    audit.add({
      asked,
      rows: page.rows.length,
      envelope: page,
      repeatsPage: false,
      repeatedRows: 0,
    });
    requestIds.push(answer.action.attempts.at(-1)?.requestId ?? "");
    if (audit.following === "nothing") {
      break;
    }
  }
  await writeFile(file, lines, { mode: 0o600 });
  return {
    ...{ pages, rows, bytes: Buffer.byteLength(lines), requestIds },
    sha256: createHash("sha256").update(lines).digest("hex"),
    ...(action.traceId === undefined ? {} : { traceId: action.traceId }),
    ...{ repeatedRows: 0, inexactPages: [], findings: pagingFindings(audit) },
  };
};
