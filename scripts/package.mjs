// npm run package: builds and packs the .vsix and the packages of programs; prints where they are.
import { bootstrap } from "./bootstrap.mjs";

await bootstrap(import.meta.url);
const { build } = await import("./run/build.mjs");
const { packageExtension } = await import("./host/packageExtension.mjs");
const { packageMcp } = await import("./host/packageMcp.mjs");
const { packageSandbox } = await import("./host/packageSandbox.mjs");
try {
  await build();
  console.log(await packageExtension());
  console.log(await packageSandbox({ stdio: "ignore" }));
  console.log(await packageMcp({ stdio: "ignore" }));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
