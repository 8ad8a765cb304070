import type { CreateMask } from "../../../../../../src/features/lists/common/table/shownValues";
import type { FromTables } from "../../../../../../src/features/lists/common/table/tableMessages";
import type {
  PortListener,
  StartPort,
  TablePort,
} from "../../../../../../src/features/lists/common/table/tablePort";
import { TableProgram } from "../../../../../../src/features/lists/common/table/tableProgram";

/** Runs the program where it is asked, in slices; not imported by what has a thread for it. */
export function ownPort(createMask?: CreateMask): StartPort {
  return (listener) => startHere(createMask, listener);
}

function startHere(createMask: CreateMask | undefined, listener: PortListener): TablePort {
  let isOver = false;
  const tell = (message: FromTables): void =>
    queueMicrotask(() => {
      if (!isOver) {
        listener.tell(message);
      }
    });
  const program = new TableProgram({ tell, createMask });
  return {
    post: (message) => {
      try {
        program.take(message);
      } catch (error) {
        listener.break(error);
      }
    },
    keepAlive: () => undefined,
    end: () => {
      isOver = true;
      return Promise.resolve();
    },
  };
}
