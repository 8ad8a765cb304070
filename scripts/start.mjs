// npm start: builds, packs and opens VS Code with the explorer. PORT chooses the port of the browser's.
import { bootstrap } from "./bootstrap.mjs";

await bootstrap(import.meta.url);
const { start } = await import("./run/startEditor.mjs");
try {
  await start();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
