import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";

/**
 * What the pictures of README and walkthrough show, in words: rows of the tree, and roles, names and
 * states of what stands in panels. Where the same place shows something else, its picture is old.
 */
const FACTS = join(process.cwd(), "test", "e2e", "docPictures.json");
const FOLDER = join(process.cwd(), "media", "images");
const QUALITY = 0.8;

/** By the name of a picture. */
type PictureFacts = Readonly<Record<string, readonly string[]>>;

/** Takes a picture of the window anew, and writes down what it shows. */
export async function writePicture(page: Page, name: string): Promise<void> {
  const png = await page.screenshot({ animations: "disabled" });
  writeFileSync(join(FOLDER, `${name}.webp`), await asWebp(page, png));
  const facts = { ...readFacts(), [name]: await describeWindow(page) };
  const inOrder = Object.fromEntries(Object.entries(facts).sort());
  writeFileSync(FACTS, `${JSON.stringify(inOrder, undefined, 2)}\n`);
}

/** What the picture shows that was taken last, and what the window shows now. */
export async function compareWithPicture(
  page: Page,
  name: string,
): Promise<readonly [then: readonly string[], now: readonly string[]]> {
  return [readFacts()[name] ?? [], await describeWindow(page)];
}

function readFacts(): PictureFacts {
  return JSON.parse(readFileSync(FACTS, "utf8")) as PictureFacts;
}

async function describeWindow(page: Page): Promise<readonly string[]> {
  const rows = page.locator(".part.sidebar .monaco-list-row:visible .label-name");
  const tree = (await rows.allInnerTexts()).map((label) => `tree: ${label}`);
  const frames = await page.locator("iframe.webview.ready:visible").all();
  const panels = await Promise.all(
    frames.map((frame) => describePanel(frame.contentFrame().frameLocator("#active-frame"))),
  );
  const inOrder = panels.sort((one, other) => (one.join() < other.join() ? -1 : 1)).flat();
  return [...tree, ...inOrder].map(withoutValues);
}

async function describePanel(frame: FrameLocator): Promise<readonly string[]> {
  const snapshot = await frame.locator("body").ariaSnapshot();
  const primary = await frame.locator("vscode-button:not([secondary]):visible").allInnerTexts();
  return [...snapshot.split("\n"), ...primary.map((label) => `primary button: ${label.trim()}`)];
}

/** Ids, numbers, times and their units differ from run to run. */
function withoutValues(line: string): string {
  return line
    .replace(/[\w-]+…[\w-]+/g, "#")
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), /g, "# ")
    .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?= \d)/g, "#")
    .replace(/\b(?=\w*\d)[\w-]{8,}\b/g, "#")
    .replace(/\d[\d.,:/]*(?:\s?(?:ms|s|sec|min|kB|B|AM|PM)\b)?/g, "#")
    .replace(/#(?:[\s–-]+#)+/g, "#");
}

/** A third of the bytes of a PNG; the browser has an encoder. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  try {
    // As text: the tests are compiled without the browser's types.
    const encoded = await blank.evaluate(`(async () => {
      const image = new Image();
      image.src = "data:image/png;base64,${png.toString("base64")}";
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", ${QUALITY});
    })()`);
    return Buffer.from(String(encoded).split(",")[1] ?? "", "base64");
  } finally {
    await blank.close();
  }
}
