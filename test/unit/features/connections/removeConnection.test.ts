import assert from "node:assert/strict";
// First: it stands in for the editor.
import { window } from "../../../fakes/editorSurfaces";
import { registerStoredCommands } from "../../../../src/features/connections/host/storedCommands";
import { aConnection } from "../../../fakes/connection";

type Services = Parameters<typeof registerStoredCommands>[0];

describe("removing a connection", () => {
  const { withProgress } = window;

  afterEach(() => {
    window["withProgress"] = withProgress;
  });

  it("offers no Cancel while it takes long, since that could end nothing", async () => {
    const connection = aConnection({ id: "acme" });
    const removal = Promise.withResolvers<undefined>();
    const removed: string[] = [];
    const commands = new Map<string, () => Promise<unknown>>();
    const services = {
      commands: { register: (id: string, run: () => Promise<unknown>) => commands.set(id, run) },
      dialogs: { confirm: () => Promise.resolve(true) },
      connections: {
        ...{ stored: [connection], current: connection.id },
        summary: () => ({ ...connection, connection }),
        remove: (id: string) => {
          removed.push(id);
          return removal.promise;
        },
      },
      connectionOf: () => undefined,
    };
    registerStoredCommands(services as unknown as Services);
    const shown = new Promise<unknown>((resolve) => {
      window["withProgress"] = (options: unknown, task: (...args: object[]) => unknown) => {
        resolve(options);
        return task({ report: () => undefined }, { onCancellationRequested: () => undefined });
      };
    });
    const removing = commands.get("financialPlanning.connection.remove")?.();
    const { title, cancellable } = (await shown) as Record<string, unknown>;
    assert.deepEqual([title, cancellable], ["Removing the connection", false]);
    removal.resolve(undefined);
    await removing;
    assert.deepEqual(removed, ["acme"]);
  });
});
