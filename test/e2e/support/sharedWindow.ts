import type { Suite, Test } from "mocha";
import { leaveWindow } from "./editor";
import type { Workbench } from "./workbench";
import { IS_LONG } from "../../fakes/runs";

/**
 * The window of a group of tests. To open one costs more than most of what is done in it: in the
 * short form the tests use one after the other, in the long form each has its own.
 */
export class SharedWindow {
  private window: Workbench | undefined;

  /** The window of the test before, else a new one. */
  async take(open: () => Promise<Workbench>): Promise<Workbench> {
    this.window ??= await open();
    return this.window;
  }

  /** After a test; one that failed leaves no window to the next. */
  async giveBack(test: Test | undefined): Promise<void> {
    if (IS_LONG || test?.state === "failed") {
      await this.close(test);
    } else if (this.window !== undefined) {
      await this.window.notifications.dismissAll();
      await closeEditors(this.window);
    }
  }

  async close(test?: Test): Promise<void> {
    const { window } = this;
    this.window = undefined;
    if (window !== undefined) {
      await leaveWindow(test, window);
    }
  }
}

/** The window that files of tests use one after the other, in the order in which they are bundled. */
export const commonWindow = new SharedWindow();

/** The test that failed in a group that ends with the first one that does. */
export function failedTest(group: Suite | undefined): Test | undefined {
  return group?.tests.find(({ state }) => state === "failed");
}

/**
 * Leaves out what follows the first test of a group that fails. Mocha's `bail` counts the failures
 * of the whole run, and so leaves out each later group that has it as well.
 */
export function endWithFirstFailure(group: Suite): void {
  group.beforeEach(function () {
    if (failedTest(group) !== undefined) {
      this.skip();
    }
  });
}

/** Text that was not saved goes with them. */
async function closeEditors(window: Workbench): Promise<void> {
  await window.runCommand("View: Close All Editors");
  const question = window.page.locator(".monaco-dialog-box");
  const nothing = window.page.locator(".part.editor .editor-group-container.empty");
  await question.or(nothing).first().waitFor();
  if (await question.isVisible()) {
    await window.modal.click("Don't Save");
    await nothing.waitFor();
  }
}
