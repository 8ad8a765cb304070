const own = document.currentScript as HTMLScriptElement | null;

/** Bundles that define an element each, loaded when its tab is shown for the first time. */
const FILES = { "fp-list-chart": "list-chart.js", "fp-list-compare": "list-compare.js" };

type LazyElement = keyof typeof FILES;

/** Resolves when the element is there; rejects where its bundle cannot be loaded. */
export async function loadElement(name: LazyElement): Promise<void> {
  if (customElements.get(name) === undefined) {
    await loadScript(FILES[name]);
  }
}

/** Beside the panel's own script, let in by the same nonce. */
function loadScript(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.nonce = own?.nonce ?? "";
    script.src = new URL(file, own?.src).href;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(file));
    });
    document.head.append(script);
  });
}
