import { isTurn } from "@/lib/jobs/job-turn";

const FINISHED = "2026-11-23T12:00:00.000Z";
const QUARTER_MS = 15 * 60_000;

/** What is known of work that was finished, or stopped at a place. */
const progress = (finished_at: string | null, place: string | null = null) => ({
  looked_until: null,
  place,
  finished_at,
});

test.each([
  ["never done", progress(null), 0, true],
  ["stopped on its way", progress(FINISHED, "a place"), 0, true],
  ["just done", progress(FINISHED), 0, false],
  ["a moment too early", progress(FINISHED), QUARTER_MS - 5_001, false],
  ["as early as clocks differ", progress(FINISHED), QUARTER_MS - 5_000, true],
  ["long ago", progress(FINISHED), 10 * QUARTER_MS, true],
  ["done in the future: a clock was put back", progress(FINISHED), -1, true],
])("%s", (_, done, laterMs, expected) => {
  expect(isTurn(done, QUARTER_MS, new Date(Date.parse(FINISHED) + laterMs))).toBe(expected);
});
