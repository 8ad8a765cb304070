import { mkdir, open, rm } from "node:fs/promises";
import type { Clock } from "../../../../platform/base/clock";
import { renameFile } from "../../../../platform/files/renameFile";
import type { DownloadList, DownloadedList, ListDownload } from "./listDownload";
import type { DataSetSpec } from "./dataSet";
import type { DataSetNames, WrittenClient } from "./dataSetNames";
import type { DataSetSource } from "./dataSets";
import type { ClientLine } from "./journalLines";
import { PART_FILE, PARTITION, UNFINISHED_PART } from "./partitions";
import { refusalOf } from "./refusals";

interface OneClient {
  readonly clientId: string;
  readonly spec: DataSetSpec;
  readonly source: DataSetSource;
  readonly names: DataSetNames;
  readonly downloadList: DownloadList;
  readonly clock: Clock;
  /** Tells those apart that come at the same time. */
  readonly place: number;
  readonly signal: AbortSignal;
  readonly onWait: NonNullable<ListDownload["onWait"]>;
}

/** Puts the list of one client in its place, and gives its line. Throws what ends them all. */
export async function downloadClient(one: OneClient): Promise<ClientLine> {
  const { clientId, names, source, place, clock } = one;
  const file = `${source.folder}/${UNFINISHED_PART}-${place}`;
  let written: WrittenClient | undefined;
  try {
    written = names.write(clientId);
    const brought = await downloadPart(one, file);
    const line = lineOf(written, brought, clock);
    if (brought.rows === 0) {
      // One that is asked for anew may have had rows before.
      await rm(`${source.folder}/${written.folder}/${PART_FILE}`, { force: true });
      return line;
    }
    const isNamed = await namesPartition(file);
    await moveInto(file, `${source.folder}/${written.folder}`);
    return isNamed ? { ...line, namesPartition: true } : line;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) {
      throw error;
    }
    const { client, print } = written ?? names.nameless(clientId);
    const known = { client, ...(print === undefined ? {} : { print }) };
    return { kind: "client", ...known, outcome: "refused", at: timeOf(clock), ...refusal };
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

async function downloadPart(one: OneClient, file: string): Promise<DownloadedList> {
  const { clientId, spec, source, signal, onWait } = one;
  const { query, isMasked } = spec;
  const [client, endpoint] = await Promise.all([source.client(), source.endpoint()]);
  const path = { ...query.path, [query.clientParameter]: clientId };
  return one.downloadList({
    ...{ client, endpoint, file, signal, onWait, translate: source.translate },
    query: { ...query, path },
    ...(isMasked && source.maskingKey !== undefined ? { maskingKey: source.maskingKey } : {}),
  });
}

async function moveInto(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await renameFile(file, `${folder}/${PART_FILE}`);
}

function lineOf(
  { client, print }: WrittenClient,
  { pages, rows, bytes, sha256, traceId, requestIds, ...audit }: DownloadedList,
  clock: Clock,
): ClientLine {
  const { isWhole, totals, repeatedRows, inexactPages, findings } = audit;
  return {
    kind: "client",
    ...{ client, ...(print === undefined ? {} : { print }) },
    ...{ outcome: rows > 0 ? "whole" : "empty", at: timeOf(clock) },
    ...(traceId === undefined ? {} : { traceId }),
    ...{ requestIds, pages, rows, bytes },
    ...(rows > 0 ? { sha256 } : {}),
    ...{ isWhole, ...(isWhole ? {} : { totals }) },
    ...(repeatedRows > 0 ? { repeatedRows } : {}),
    ...(inexactPages.length > 0 ? { inexactPages } : {}),
    ...(findings.length > 0 ? { findings } : {}),
  };
}

/** Bytes of a file in which its first row is looked for. */
const LOOKED_AT = 65_536;

/** Whether rows have a member that engines would hide behind the partition of that name. */
async function namesPartition(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    const row: unknown = JSON.parse(buffer.toString("utf8", 0, bytesRead).split("\n")[0] ?? "");
    const names = typeof row === "object" && row !== null ? Object.keys(row) : [];
    return names.some((name) => name.toLowerCase() === PARTITION);
  } catch {
    // A first row as long as that says nothing of names; nor does one that is a number.
    return false;
  } finally {
    await handle.close();
  }
}

export function timeOf(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
