import { ListCompare } from "./listCompare";
import { ValueCourseElement } from "./valueCourseElement";

// Loaded by the list panel when its compare tab is shown for the first time.
customElements.define("fp-value-course", ValueCourseElement);
customElements.define("fp-list-compare", ListCompare);
