import { ListChart } from "./listChart";

// Loaded by the list panel when its chart tab is shown for the first time.
customElements.define("fp-list-chart", ListChart);
