// Keeps the output of suites that run at the same time apart.
/**
 * Shows the output of suites that run at the same time one after the other: the first
 * unfinished one live, the others when it is their turn.
 */
export function orderedOutput(names, write) {
  const parts = names.map((name) => ({ name, text: "", done: false }));
  let current = 0;

  function flush() {
    while (current < parts.length) {
      const part = parts[current];
      write(part.text);
      part.text = "";
      if (!part.done) {
        return;
      }
      current += 1;
    }
  }

  return {
    writerOf: (name) => (chunk) => {
      parts.find((part) => part.name === name).text += chunk;
      flush();
    },
    finish: (name) => {
      parts.find((part) => part.name === name).done = true;
      flush();
    },
  };
}
