import assert from "node:assert/strict";
import { PagingAudit } from "../../../../src/features/lists/common/audit";
import { type PageFindings, walkPages } from "../../../../src/features/lists/common/walkPages";
import { AppError } from "../../../../src/platform/base/errors";

const PAGE_SIZE = 10;

function pageOf(rows: number, total?: number): PageFindings {
  const envelope = total === undefined ? {} : { total: { value: total, from: "total" } };
  return { rows, envelope, repeatsPage: false, repeatedRows: 0 };
}

/** Rows of the pages that came until the walk ended. */
async function walk(
  audit: PagingAudit,
  fetchPage: (pageNumber: number) => Promise<PageFindings> | undefined,
): Promise<readonly number[]> {
  const rows: number[] = [];
  for await (const page of walkPages({ audit, pageSize: PAGE_SIZE, fetchPage })) {
    rows.push(page.rows);
  }
  return rows;
}

describe("walkPages", () => {
  it("goes from the first page to the end, and asks for nothing behind it", async () => {
    const audit = new PagingAudit(PAGE_SIZE, { firstPage: 0 });
    const asked: number[] = [];
    const rows = await walk(audit, (pageNumber) => {
      asked.push(pageNumber);
      return Promise.resolve(pageOf(pageNumber < 2 ? 10 : 3, 23));
    });
    assert.deepEqual(
      [rows, asked],
      [
        [10, 10, 3],
        [0, 1, 2],
      ],
    );
    assert.deepEqual([audit.isOver, audit.refusedEnd, audit.countedRows], [true, undefined, 23]);
    assert.deepEqual(await walk(audit, () => assert.fail("is over")), []);
  });

  it("stops before a page, and goes on from there with the same audit", async () => {
    const audit = new PagingAudit(PAGE_SIZE);
    const first = (pageNumber: number): Promise<PageFindings> | undefined =>
      pageNumber > 2 ? undefined : Promise.resolve(pageOf(10));
    assert.deepEqual(await walk(audit, first), [10, 10]);
    assert.deepEqual([audit.isOver, audit.nextPage], [false, 3]);
    const last = (pageNumber: number): Promise<PageFindings> =>
      Promise.resolve(pageOf(pageNumber === 3 ? 4 : 0));
    assert.deepEqual(await walk(audit, last), [4, 0]);
    assert.equal(audit.isOver, true);
  });

  it("ends where the page behind the end is refused, and throws any other error", async () => {
    const refused = new AppError("service", "service/status", { status: 404 });
    const audit = new PagingAudit(PAGE_SIZE);
    const fetchPage = (pageNumber: number): Promise<PageFindings> =>
      pageNumber < 2 ? Promise.resolve(pageOf(10)) : Promise.reject(refused);
    assert.deepEqual(await walk(audit, fetchPage), [10]);
    assert.deepEqual([audit.isOver, audit.refusedEnd], [true, 2]);
    const amid = new PagingAudit(PAGE_SIZE);
    const withTotal = (pageNumber: number): Promise<PageFindings> =>
      pageNumber < 2 ? Promise.resolve(pageOf(10, 30)) : Promise.reject(refused);
    await assert.rejects(walk(amid, withTotal), refused);
    assert.deepEqual([amid.isOver, amid.nextPage], [false, 2]);
  });
});
