/**
 * Pictures are for people: the long form takes them, the short one where `TEST_PICTURES` is set
 * and of what failed. Taking them is a large part of what the windows of the tests cost.
 */
export const TAKES_PICTURES =
  process.env["TEST_LENGTH"] === "long" || Boolean(process.env["TEST_PICTURES"]);
