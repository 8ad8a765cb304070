/** In the storage of the workspace. */
export const BATCH_FOLDER = "batches";
/** Of a batch's file, behind its id. */
export const BATCH_SUFFIX = ".batch.jsonl";
