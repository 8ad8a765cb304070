/** Whether anything may turn or run: the editor has a setting of its own beside the system's. */
export function mayMove(): boolean {
  return (
    !document.body.classList.contains("vscode-reduce-motion") &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
