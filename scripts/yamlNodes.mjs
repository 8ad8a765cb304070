// What the bundle that reads YAML holds in place of the library's nodes, directives, documents and schemas:
// theirs can also be written, changed, copied and converted, which nobody here does and which is a
// third of the library. Parser, composer and core schema are the library's own; a test holds what
// the bundle reads against what the whole library reads.
import { ALIAS, DOC, MAP, NODE_TYPE, PAIR, SCALAR, SEQ } from "yaml/browser/dist/nodes/identity.js";
import { string } from "yaml/browser/dist/schema/common/string.js";
import { schema as core } from "yaml/browser/dist/schema/core/schema.js";

class Marked {
  constructor(type) {
    // Many of them: what is not enumerable would cost more than all the rest.
    this[NODE_TYPE] = type;
  }
}

export class Alias extends Marked {
  constructor(source) {
    super(ALIAS);
    this.source = source;
  }
}

export class Pair extends Marked {
  constructor(key, value = null) {
    super(PAIR);
    this.key = key;
    this.value = value;
  }
}

export class Scalar extends Marked {
  constructor(value) {
    super(SCALAR);
    this.value = value;
  }
}
Scalar.BLOCK_FOLDED = "BLOCK_FOLDED";
Scalar.BLOCK_LITERAL = "BLOCK_LITERAL";
Scalar.PLAIN = "PLAIN";
Scalar.QUOTE_DOUBLE = "QUOTE_DOUBLE";
Scalar.QUOTE_SINGLE = "QUOTE_SINGLE";

export class YAMLMap extends Marked {
  static tagName = "tag:yaml.org,2002:map";

  constructor() {
    super(MAP);
    this.items = [];
  }
}

export class YAMLSeq extends Marked {
  static tagName = "tag:yaml.org,2002:seq";

  constructor() {
    super(SEQ);
    this.items = [];
  }
}

/** What a document says of itself: prefixes of tags; whatever version it names is read as 1.2. */
export class Directives {
  constructor(tags) {
    this.tags = { "!!": "tag:yaml.org,2002:", ...tags };
    this.yaml = { explicit: false, version: "1.2" };
    this.docStart = null;
    this.docEnd = false;
  }

  atDocument() {
    const { tags } = this;
    this.tags = new Directives().tags;
    return new Directives(tags);
  }

  add(line, onError) {
    const [name, handle, prefix] = line.trim().split(/[ \t]+/);
    if (name === "%TAG" && prefix === undefined) {
      onError(0, "");
    } else if (name === "%TAG") {
      this.tags[handle] = prefix;
    }
  }

  tagName(source, onError) {
    if (source === "!") {
      return source;
    }
    if (source.startsWith("!<")) {
      return source.slice(2, -1);
    }
    const [, handle, suffix] = /^(.*!)([^!]*)$/s.exec(source) ?? [];
    if (!suffix) {
      onError("");
    }
    return Object.hasOwn(this.tags, handle) ? this.tags[handle] + suffix : source;
  }
}

/** A document as the composer fills it, of the core schema of YAML 1.2. */
export class Document extends Marked {
  constructor(_value, { _directives: directives, ...options }) {
    super(DOC);
    this.errors = [];
    this.warnings = [];
    this.options = { strict: true, stringKeys: false, uniqueKeys: true, ...options };
    this.directives = directives?.atDocument() ?? new Directives();
    this.schema = { tags: core, knownTags: {}, compat: null, [SCALAR]: string };
    this.contents = null;
  }
}
