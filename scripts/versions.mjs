// Versions of what package-lock.json does not hold: editors, their Node, Debian's packages.
/**
 * The exact versions of the large parts that do not come from package-lock.json.
 * code-server 4.N carries VS Code 1.N; each runs on the Node major that it asks for.
 */
export const RELEASES = {
  newest: { vscode: "1.139.1", codeServer: "4.139.1", node: null },
  /**
   * `engines.vscode`: the oldest code-server in the registry above VS Code 1.101. Its own ripgrep
   * (file search) would be downloaded by an install script; newer releases have it inside.
   */
  oldest: { vscode: "1.103.2", codeServer: "4.103.2", node: "22.23.3", ripgrep: "1.18.0" },
};

/** What a Debian machine needs for the browser tests; fonts, or screenshots have no text. */
export const DEBIAN_PACKAGES = [
  "chromium-headless-shell",
  "fonts-liberation",
  "fonts-noto-color-emoji",
];

export const LOWEST_NODE_MAJOR = 20;
