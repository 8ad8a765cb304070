interface Release {
  readonly vscode: string;
  readonly codeServer: string;
}

export const RELEASES: { readonly newest: Release; readonly oldest: Release };
