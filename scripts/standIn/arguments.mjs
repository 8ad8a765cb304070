// Reads the command line of the stand-in for VS Code's executable.
/** Reads what `runTests` hands to VS Code's executable; flags that mean nothing here are left. */
export function parseArguments(args) {
  const workspace = args.find((argument) => !argument.startsWith("-"));
  const value = (name) => valuesOf(args, name).at(-1);
  return {
    workspace,
    extensionTestsPath: value("extensionTestsPath"),
    extensionDevelopmentPaths: valuesOf(args, "extensionDevelopmentPath"),
    userDataDir: value("user-data-dir"),
    extensionsDir: value("extensions-dir"),
  };
}

function valuesOf(args, name) {
  const prefix = `--${name}=`;
  return args
    .filter((argument) => argument.startsWith(prefix))
    .map((argument) => argument.slice(prefix.length));
}
