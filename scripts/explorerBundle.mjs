// Builds dist/extension.js with Rolldown, which splits CommonJS: what is imported dynamically is
// compiled at its first use. esbuild splits ES modules only, which the editor loads through hooks.
import { relative } from "node:path";
import { rolldown, watch } from "rolldown";
import { undiciForRolldown } from "./undiciClientOnly.cjs";

/**
 * Gives the modules that the bundle holds, relative to the root. A build that fails throws;
 * `problemsOf` tells why.
 */
export async function buildExplorer(options) {
  const bundle = await rolldown(inputOf(options));
  const { output } = await bundle.write(outputOf(options));
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  return modules.map((id) => relative(options.root, id).replaceAll("\\", "/"));
}

/** Keeps building: tells of each start, and of each end with its problems. */
export function watchExplorer(options, { onStart, onEnd }) {
  const watcher = watch({ ...inputOf(options), output: outputOf(options) });
  watcher.on("event", async (event) => {
    if (event.code === "START") {
      onStart();
    } else if (event.code === "END") {
      onEnd([]);
    } else if (event.code === "ERROR") {
      onEnd(problemsOf(event.error));
    }
    await event.result?.close();
  });
}

/** The problems of a build that failed, in the shape that esbuild has. */
export function problemsOf({ message, errors = [{ message }] }) {
  return errors.map((error) => ({ text: error.message.split("\n")[0], location: error.loc }));
}

function inputOf({ root, define, alias }) {
  return {
    cwd: root,
    input: { services: "src/services.ts", extension: "src/extension.ts" },
    platform: "node",
    external: ["vscode"],
    resolve: { mainFields: ["module", "main"], alias },
    transform: { target: "node22", define },
    plugins: [undiciForRolldown()],
    // What some load late, others may need at once.
    checks: { ineffectiveDynamicImport: false },
    onLog: (level, log, handle) => handle(level === "warn" ? "error" : level, log),
  };
}

function outputOf({ outdir, development }) {
  return {
    dir: outdir,
    format: "cjs",
    minify: !development,
    sourcemap: development,
    chunkFileNames: "extension/[name].js",
    // What is loaded at once is two files: one with all that the services import, and the rest. The
    // extension host compiles each in a turn of its own (entry.ts).
    codeSplitting: {
      groups: [
        { name: "services", test: /[\\/]src[\\/]services\.ts$/, priority: 1 },
        { name: "initial", tags: ["$initial"] },
      ],
    },
  };
}
