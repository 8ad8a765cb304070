/** How the names of payload files end. */
export const PAYLOAD_SUFFIX = ".pension.json";
