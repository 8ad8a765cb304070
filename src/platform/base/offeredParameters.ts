/**
 * Query parameters that the specification names without saying which endpoints take them (section
 * 4.3): offered for every list and record. Those of paging are the explorer's own.
 */
export const OFFERED_PARAMETERS = ["fields", "unions", "questionnaireId"] as const;
