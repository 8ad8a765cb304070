export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

export function collectPackages(root: string, inputs: readonly string[]): readonly ShippedPackage[];
export function noticesOf(packages: readonly ShippedPackage[]): string;
