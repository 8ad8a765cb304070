import { IS_LONG } from "../../fakes/runs";

/**
 * Pictures are for people: the long form takes them, the short one where `TEST_PICTURES` is set
 * and of what failed. Taking them is a large part of what the windows of the tests cost.
 */
export const TAKES_PICTURES = IS_LONG || Boolean(process.env["TEST_PICTURES"]);
