/** Whether the hard suite runs: it proves at full size what `npm test` proves in small. */
export const isHard = process.env.TEST_SIZE === "hard";

/** Picks how much a test does: `small` in every `npm test`, `full` in `npm run test:hard`. */
export function sized<Size>(small: Size, full: Size): Size {
  return isHard ? full : small;
}

/** How many callers come at the same moment where nobody's part may be done twice. */
export const MANY_CALLERS = sized(30, 100);
