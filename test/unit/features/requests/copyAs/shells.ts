/** Variables that the parsed shells know; those of the prompt whatever their case. */
export type Variables = Readonly<Record<string, string>>;

/**
 * The arguments that the Windows command prompt hands to a program, by the phases of its parser:
 * variables, then carets and quotes; at last the program splits the line by the rules of the
 * Microsoft C runtime. Throws where a sign of the prompt was left in force.
 */
export function promptArguments(command: string, variables: Variables): readonly string[] {
  return splitLine(unescapePrompt(expandPrompt(command, variables)));
}

/** Undefined variables stay as they are at the prompt; `%name:a=b%` needs a defined name too. */
export function expandPrompt(text: string, variables: Variables): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const end = text[at] === "%" ? text.indexOf("%", at + 1) : -1;
    const [name = ""] = end < 0 ? [] : text.slice(at + 1, end).split(":");
    const value = variables[name.toUpperCase()];
    if (end < 0 || value === undefined) {
      out += text[at]!;
    } else {
      out += value;
      at = end;
    }
  }
  return out;
}

function unescapePrompt(text: string): string {
  let out = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "^" && !isQuoted) {
      at++;
      if (text.startsWith("\r\n", at)) {
        at += 2;
      }
      out += text[at] ?? "";
      continue;
    }
    isQuoted = sign === '"' ? !isQuoted : isQuoted;
    if (/[\r\n]/.test(sign) || (!isQuoted && /[&|<>()]/.test(sign))) {
      throw new Error(`in force at the prompt: ${JSON.stringify(sign)} of ${text}`);
    }
    out += sign;
  }
  return out;
}

/** "Parsing C command-line arguments" of the Microsoft C runtime. */
export function splitLine(line: string): readonly string[] {
  const found: string[] = [];
  let current: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))![0].length;
    if (line[at + slashes] === '"' && slashes > 0) {
      current = (current ?? "") + "\\".repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) {
        current += '"';
        continue;
      }
    } else if (slashes > 0) {
      current = (current ?? "") + "\\".repeat(slashes);
      at += slashes - 1;
      continue;
    }
    const sign = line[at]!;
    if (sign === '"') {
      isQuoted = !isQuoted;
      current ??= "";
    } else if (/[ \t]/.test(sign) && !isQuoted) {
      if (current !== undefined) {
        found.push(current);
      }
      current = undefined;
    } else {
      current = (current ?? "") + sign;
    }
  }
  return current === undefined ? found : [...found, current];
}

/** A word, a string, or a sign of PowerShell. */
type Token = { readonly text: string; readonly isString: boolean };

/** Tokens of the subset that is written: strings of both kinds, words, `( ) ,`, line breaks. */
export function powershellTokens(source: string, variables: Variables): readonly Token[] {
  const tokens: Token[] = [];
  let rest = source;
  while (rest !== "") {
    const [whole, single, double, word] =
      /^(?:'((?:[^'‘’‚‛]|''|\u2018\u2018)*)'|"((?:[^"`]|`.)*)"|([^\s'"(),`]+)|[ \t]+|`\n|[\n(),])/.exec(
        rest,
      ) ?? [];
    if (whole === undefined) {
      throw new Error(`not read by PowerShell: ${rest.slice(0, 80)}`);
    }
    if (single !== undefined) {
      tokens.push({ text: single.replaceAll("''", "'"), isString: true });
    } else if (double !== undefined) {
      const filled = double.replace(
        /\$(env:)?(\w+)/g,
        (_all, environment: string | undefined, name: string) =>
          variables[`${environment ?? "$"}${name}`] ?? "",
      );
      tokens.push({ text: filled.replaceAll("`n", "\n"), isString: true });
    } else if (word !== undefined) {
      tokens.push({ text: word, isString: false });
    } else if (/^[\n(),]$/.test(whole)) {
      tokens.push({ text: whole, isString: false });
    }
    rest = rest.slice(whole.length);
  }
  return tokens;
}

/** The line that PowerShell 5.1, and 7 in its mode "Legacy", makes of arguments. */
export function legacyLine(values: readonly string[]): string {
  return values.map((value) => (needsQuotes(value) ? `"${value}"` : value)).join(" ");
}

function needsQuotes(value: string): boolean {
  let quotes = 0;
  let isEscaped = false;
  for (const sign of value) {
    if (sign === '"' && !isEscaped) {
      quotes++;
    } else if (/\s/.test(sign) && quotes % 2 === 0) {
      return true;
    }
    isEscaped = sign === "\\";
  }
  return false;
}
