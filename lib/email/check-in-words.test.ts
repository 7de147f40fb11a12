import { checkInTitle, checkInWords } from "@/lib/email/check-in-words";

const order = {
  num_cards: 1200,
  received_count: 1199,
  received_at: "2026-11-06T15:11:00Z",
  promised_from: null,
  promised_to: null,
};

test.each([
  [null, "Received: 1,199 of 1,200 cards (BATCH-A)", "We counted 1,199 of 1,200 cards."],
  [1199, "Received: 1,199 of 1,200 cards (BATCH-A)", "We counted 1,199 of 1,200 cards."],
  [
    1198,
    "Counted again: 1,199 of 1,200 cards (BATCH-A)",
    "We counted again: 1,199 of 1,200 cards, not 1,198 as we wrote before.",
  ],
])("told %s before", (before, subject, counted) => {
  expect(checkInWords(order, "BATCH-A", before)).toMatchObject({ subject, counted });
});

test("the day of the check-in is the one from which the promise is counted", () => {
  const evening = { ...order, received_at: "2026-09-15T00:30:00Z" };
  expect(checkInWords(evening, "BATCH-A", null).details).toContainEqual({
    label: "Checked in on",
    value: "September 14, 2026",
  });
});

test("what is expected back is told once it is promised", () => {
  const labels = (promised: object) =>
    checkInWords({ ...order, ...promised }, "BATCH-A", null).details.map(({ label }) => label);
  const always = ["Batch ID", "Cards paid for", "Cards counted", "Checked in on"];
  expect(labels({})).toEqual(always);
  expect(labels({ promised_from: "2026-11-23", promised_to: "2026-12-01" })).toEqual([
    ...always,
    "Expected back",
  ]);
});

test.each([
  [false, false, "Your cards are here"],
  [false, true, "Your package is here, but not as it should be"],
  [true, true, "Your package is here, but the count differs"],
])("another count: %s, any trouble: %s", (differs, hasTroubles, title) => {
  expect(checkInTitle(differs, hasTroubles)).toBe(title);
});
