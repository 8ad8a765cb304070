import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "esbuild";

interface Marked {
  readonly text: string;
  readonly marks: readonly string[];
}

const scripts = createRequire(join(process.cwd(), "scripts", "smaller.cjs"));
const arrows = scripts("./arrows.cjs") as (text: string) => string;
const commonJs = scripts("./commonJs.cjs") as (text: string) => string;
const { marks } = scripts("./privateNames.cjs") as { marks: (text: string) => Marked };

/** What a script leaves in `found`, as JSON. */
function found(script: string, more: object = {}): string {
  const context = createContext({ found: {}, ...more });
  return JSON.stringify(runInContext(`${script}\n;found`, context));
}

describe("functions that are said as arrow functions", () => {
  const same: Readonly<Record<string, string>> = {
    "are there before what follows them": "found = early(1); function early(a) { return a + 1; }",
    "call themselves and one another":
      "function even(n) { return n === 0 || odd(n - 1); }\nfunction odd(n) { return n > 0 && even(n - 1); }\nfound = [even(4), odd(4)];",
    "take what functions take":
      "function all({ a, b = 2 }, [c] = [3], ...rest) { return [a, b, c, rest]; }\nfound = [all({ a: 1 }), all({ a: 0, b: 0 }, [0], 1, 2), all.length, all.name];",
    "stay strict, and stay first in what is":
      '"use strict";\nfound = [kind()];\nfunction kind() { "use strict"; found = 1; return (function () { return this === undefined; })(); }',
    "are there at the beginning of a function":
      "function outer(a) { const x = inner(); function inner() { return a * 2; } return x; }\nfound = outer(4);",
    "take the place of parameters and of one another as ever":
      "function one(a) { return a; function a() {} }\nfunction two() { return 1; } function two() { return 2; }\nfound = [typeof one(3), two()];",
    "keep their values apart in methods":
      "class A { n = 3; m() { return twice(this.n); function twice(x) { return x * 2; } } }\nfound = new A().m();",
  };
  for (const [title, script] of Object.entries(same)) {
    it(title, () => {
      assert.match(arrows(script), /=>/);
      assert.equal(found(arrows(script)), found(script));
    });
  }

  const kept: Readonly<Record<string, string>> = {
    "have a this": "function f() { return () => this.x; } found = f.call({ x: 1 })();",
    "have arguments": "function f() { return arguments.length; } found = f(1, 2);",
    "look at how they are called": "function f() { return !new.target; } found = [f(), new f()];",
    "are made with new": "function F() {} found = new F() instanceof F;",
    "have a prototype": "function F() {} F.prototype.x = 1; found = F.prototype;",
    "are inherited from": "function F() {} class G extends F {} found = typeof new G();",
    "give one value after the other": "function* f() { yield 1; } found = [...f()];",
  };
  for (const [title, script] of Object.entries(kept)) {
    it(`are left as they are where they ${title}`, () => {
      assert.match(arrows(script), /function\*? [fF]\(/);
      assert.equal(found(arrows(script)), found(script));
    });
  }

  it("wait as they did", async () => {
    const script = arrows("found = later(); async function later() { return await 5; }");
    assert.match(script, /async \(\) =>/);
    assert.equal(await runInContext(`${script};found`, createContext({ found: 0 })), 5);
  });
});

describe("a bundle that becomes CommonJS", () => {
  const bundle = [
    'import { $1 as one, $2 as two } from "./other.js";',
    'import * as whole from "node:os";',
    'import path from "node:path";',
    'import { default as same, join } from "node:path";',
    'var text = `\nimport { x } from "./text.js";\n`;',
    "var isStrict = (function () { return this === undefined; })();",
    "var value = [isStrict, one, whole.EOL, path.sep, same.sep, join, text];",
    "export {\n  value as $3,\n  text\n};",
  ];

  it("takes what it uses when it begins, and gives what it has at its end", () => {
    const module = { exports: {} };
    const parts = {
      "./other.js": { $1: 1, $2: 2 },
      "node:os": { EOL: "end" },
      "node:path": { sep: "-", join: 3 },
    };
    const text = commonJs(bundle.join("\n"));
    found(text, { module, require: (name: keyof typeof parts) => parts[name] });
    const lines = '\nimport { x } from "./text.js";\n';
    assert.equal(
      JSON.stringify(module.exports),
      JSON.stringify({ $3: [true, 1, "end", "-", "-", 3, lines], text: lines }),
    );
    assert.doesNotMatch(text, /two/);
  });

  it("is refused where it gives what another has", () => {
    assert.throws(() => commonJs('export { a } from "./other.js";'), /does not hold/);
  });
});

describe("private members of classes", () => {
  /** What a module leaves in `found`, once as it is and once with short names. */
  function both(text: string): readonly string[] {
    const options = { loader: "ts", mangleProps: /\$private$/ } as const;
    const plain = transformSync(text, { loader: "ts" }).code;
    return [found(plain), found(transformSync(marks(text).text, options).code)];
  }

  it("are marked with all that is said of them", () => {
    const text = `class Counted {
      private count = 1;
      private static readonly all = 2;
      constructor(private readonly step: number, readonly name: string) {
        this.count += step;
      }
      next() { const { count, step: by } = this; return this.add(count, by); }
      private add(a: number, b: number) { return [a, b].map((one) => one + this.step); }
    }
    class Named extends Counted {
      private more: number;
      constructor(private readonly kind: string) { super(3, kind); this.more = kind.length; }
      get all() { return [this.kind, this.more, this.name, ...this.next()]; }
    }
    found = [new Named("four").all, Object.keys(new Named("a")).length];`;
    const [plain, short] = both(text);
    assert.equal(short, plain);
    assert.deepEqual([...new Set(marks(text).marks)].sort(), [
      "add",
      "all",
      "count",
      "kind",
      "more",
      "step",
    ]);
  });

  const open: Readonly<Record<string, string>> = {
    "of another object": "same(other: A) { return other.part === this.part; }",
    "in the pieces of another object": "same(other: A) { const { part } = other; return part; }",
    "that is assigned": "static make(part = 2) { return Object.assign(new A(), { part }); }",
    "that is assigned a value": "more() { return Object.assign(this, { part: 2 }); }",
    "in quotes": 'same() { return "part" in this; }',
    "of what another function calls this":
      "same() { return function (this: A) { return this.part; }; }",
  };
  for (const [title, method] of Object.entries(open)) {
    it(`keep their names where there is one ${title}`, () => {
      const text = `class A { private part = 1; ${method} }`;
      assert.deepEqual(marks(text).marks, []);
      assert.match(marks(text).text, /private part = 1/);
    });
  }

  it("are the only ones that are marked", () => {
    const text = "class A { part = 1; get() { return this.part; } } found = { part: 2 }.part;";
    assert.equal(marks(text).text, text);
  });
});
