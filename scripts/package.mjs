// npm run package: builds and packs the .vsix; prints where it is.
import { bootstrap } from "./bootstrap.mjs";

await bootstrap(import.meta.url);
const { build } = await import("./run/build.mjs");
const { packageExtension } = await import("./host/packageExtension.mjs");
try {
  await build();
  console.log(await packageExtension());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
