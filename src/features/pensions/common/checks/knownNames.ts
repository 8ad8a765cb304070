import { isObject } from "../../../../platform/service/definition/references";

/** Names that are known of the service elsewhere than in what a body may hold. */
export interface KnownNames {
  has(name: string): boolean;
  member(name: string): KnownNames | undefined;
  item(index: number): KnownNames | undefined;
}

/** The names of a version that the service showed; undefined for what is no JSON. */
export function namesOfVersion(text: string): KnownNames | undefined {
  try {
    return new VersionNames([JSON.parse(text)]);
  } catch {
    return undefined;
  }
}

/** Items of a list go together: what one has, another may have, too. Made as deep as is asked for. */
class VersionNames implements KnownNames {
  private readonly values = new Map<string, unknown[]>();
  private readonly members = new Map<string, KnownNames>();
  private readonly items: unknown[] = [];
  private ofItems: KnownNames | undefined;

  constructor(values: readonly unknown[]) {
    for (const value of values) {
      if (Array.isArray(value)) {
        value.forEach((item: unknown) => this.items.push(item));
      } else if (isObject(value)) {
        Object.entries(value).forEach(([name, one]) => {
          const known = this.values.get(name);
          if (known === undefined) {
            this.values.set(name, [one]);
          } else {
            known.push(one);
          }
        });
      }
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  member(name: string): KnownNames | undefined {
    const values = this.values.get(name);
    if (values !== undefined && !this.members.has(name)) {
      this.members.set(name, new VersionNames(values));
    }
    return this.members.get(name);
  }

  item(): KnownNames {
    this.ofItems ??= new VersionNames(this.items);
    return this.ofItems;
  }
}
