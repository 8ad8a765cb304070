// The failure of an install, in words for whoever runs a script.
const MOST_LINES = 12;
/** What npm adds to a failure, whatever it was. */
const NOISE = /^npm error( (aliases:|Options:|Run "npm|.*complete log).*)?$/;

/** Something could not be installed; the message is a sentence for whoever runs the script. */
export class InstallError extends Error {}

/** The failure of a program whose output was kept back until now. */
export function failedCommand(command, code, output) {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !NOISE.test(line));
  return new InstallError(
    [`${command} ended with ${code}:`, ...lines.slice(0, MOST_LINES)].join("\n    "),
  );
}
