import { ListCompare } from "./listCompare";

// Loaded by the list panel when its compare tab is shown for the first time.
customElements.define("fp-list-compare", ListCompare);
