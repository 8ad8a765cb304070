import type { ExportServices } from "../../exportServices";
import type { ListsServices } from "../../services";

/** What data sets of many clients need beside what exports do. */
export type BulkServices = ExportServices &
  Pick<ListsServices, "definition" | "loadedClients" | "pageSize">;
