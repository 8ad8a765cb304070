import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { readPages } from "./support/fences";

const PAGES = readPages();
const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /```[^]*?```|`[^`\n]*`/g;

describe("the links of README and docs", () => {
  for (const [page, markdown] of PAGES) {
    it(`${page}: lead to files and headings that there are`, () => {
      const targets = [...markdown.replace(CODE, "").matchAll(LINK)].map(
        ([, target = ""]) => target,
      );
      const broken = targets.filter(
        (target) => !/^https?:/.test(target) && !leadsSomewhere(page, target),
      );
      assert.deepEqual(broken, []);
    });
  }

  it("stay within what ships, where a page of docs has them", () => {
    const shipped = /^(?:https?:\/\/|#|[\w-]+\.md(?:#|$))/;
    for (const [page, markdown] of PAGES) {
      const targets = [...markdown.replace(CODE, "").matchAll(LINK)].map(
        ([, target = ""]) => target,
      );
      const others = targets.filter((target) => !shipped.test(target));
      assert.deepEqual(page.startsWith("docs/") ? others : [], [], page);
    }
  });

  it("reach every page", () => {
    const linked = new Set<string>();
    for (const [page, markdown] of PAGES) {
      for (const [, target = ""] of markdown.matchAll(LINK)) {
        linked.add(pathOf(page, target));
      }
    }
    const lost = [...PAGES.keys()].filter((page) => page !== "README.md" && !linked.has(page));
    assert.deepEqual(lost, []);
  });
});

function leadsSomewhere(page: string, target: string): boolean {
  const path = pathOf(page, target);
  const [, heading] = target.split("#");
  if (heading === undefined) {
    return existsSync(join(process.cwd(), path));
  }
  return headingsOf(PAGES.get(path) ?? "").includes(heading);
}

function pathOf(page: string, target: string): string {
  const [path = ""] = target.split("#");
  return path === "" ? page : posix.join(posix.dirname(page), path);
}

/** As editors and code hosts name them: small letters, hyphens for spaces, no punctuation. */
function headingsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}
