import { addKey, countBefore, isFast, NO_RUN, type Run, scanIn } from "@/lib/staff/desk/scan-run";

/** Presses the keys of each text so many milliseconds apart, with a moment between two texts. */
const press = (...parts: [text: string, apartMs: number][]): Run => {
  let run = NO_RUN;
  let at = 1_000;
  for (const [text, apart] of parts) {
    at += 300;
    for (const key of text) {
      at += apart;
      run = addKey(run, key, at);
    }
  }
  return run;
};

const BATCH = "BATCH-MGX2K9QW-7F3K";
const PARCEL = "9400110200881234567890";

test.each<[string, Run, inField: string | null, outside: string | null]>([
  ["a batch that is scanned", press([BATCH, 5]), BATCH, BATCH],
  ["a batch that is typed", press([BATCH, 200]), BATCH, BATCH],
  ["a batch scanned behind a count", press(["12", 300], [BATCH, 5]), BATCH, BATCH],
  ["a batch scanned behind a count, at once", press([`12${BATCH}`, 0]), BATCH, BATCH],
  ["a batch in small letters", press([BATCH.toLowerCase(), 5]), BATCH.toLowerCase(), BATCH.toLowerCase()],
  ["an imported order", press(["ORDER-3F2B8A10", 5]), "ORDER-3F2B8A10", "ORDER-3F2B8A10"],
  ["a parcel's number behind a count", press(["12", 300], [PARCEL, 5]), PARCEL, `12${PARCEL}`],
  ["a parcel's number behind a count, at once", press([`12${PARCEL}`, 5]), PARCEL, `12${PARCEL}`],
  [
    "a parcel's number on a computer that pauses",
    press(["A-7", 300], ["94001102", 5], ["0088", 5], ["1234567890", 5]),
    PARCEL,
    `A-7${PARCEL}`,
  ],
  [
    "a number of digits behind a count",
    press(["12", 300], ["794612345678", 5]),
    "794612345678",
    "12794612345678",
  ],
  ["a number of digits with a pause", press(["79461234", 5], ["5678", 5]), "794612345678", "794612345678"],
  [
    "a number of UPS in a field",
    press(["x", 300], ["1Z999AA10123456784", 5]),
    "1Z999AA10123456784",
    "x1Z999AA10123456784",
  ],
  ["a parcel's number that is typed", press([PARCEL, 200]), null, PARCEL],
  ["a count", press(["12", 5]), null, "12"],
  ["a note, however fast", press(["asked the customer", 5]), null, "asked the customer"],
  ["a batch ID without its prefix", press(["MGX2K9QW-7F3K", 5]), null, "MGX2K9QW-7F3K"],
  ["what came before a long pause", press(["1", 10], ["2", 5_000]), null, "2"],
  ["nothing", NO_RUN, null, null],
  ["a space", press([" ", 5]), null, null],
])("%s", (_, run, inField, outside) => {
  expect(scanIn(run, true)).toBe(inField);
  expect(scanIn(run, false)).toBe(outside);
});

test("a key is fast up to 150 ms after the last", () => {
  const run = press(["1", 5]);
  expect(isFast(run, run.lastAt + 150)).toBe(true);
  expect(isFast(run, run.lastAt + 151)).toBe(false);
  expect(isFast(NO_RUN, 0)).toBe(false);
});

test.each([
  ["3", "", "3"],
  ["0120", "", "0120"],
  ["3BATCH-AAAAAAAA-AAAA", "BATCH-AAAAAAAA-AAAA", "3"],
  // What is being scanned when it is asked, to its first letter or its fifth digit.
  ["12BAT", "", "12"],
  ["94001", "", null],
  ["94001BATCH-AAAAAAAA-AAAA", "BATCH-AAAAAAAA-AAAA", null],
  ["BATCH-AAAAAAAA-AAAA", "BATCH-AAAAAAAA-AAAA", null],
  // The end alone of what was scanned.
  ["12", "9400110200881234567812", null],
  ["x3", "", null],
  ["", "", null],
])("in %j, of which %j was scanned, the count typed before it is %j", (text, scanned, count) => {
  expect(countBefore(text, scanned)).toBe(count);
});
