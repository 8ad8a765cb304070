/**
 * Adds lines through a function that writes bytes from an offset on and gives how many it took.
 * Throws what that throws. A full disk may take a part of a line: then the next one that can be
 * written begins on a line of its own, so that one alone is lost.
 */
export function lineWriter(write: (bytes: Buffer, from: number) => number): (line: string) => void {
  let isCut = false;
  return (line) => {
    const bytes = Buffer.from(`${isCut ? "\n" : ""}${line}\n`);
    let written = 0;
    try {
      while (written < bytes.byteLength) {
        written += write(bytes, written);
      }
    } finally {
      isCut = written < bytes.byteLength && (isCut || written > 0);
    }
  };
}
