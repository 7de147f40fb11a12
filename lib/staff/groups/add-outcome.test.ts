import {
  type AddOutcome,
  addWords,
  ambiguousWords,
  batchOf,
  keptWords,
  refusalWords,
} from "@/lib/staff/groups/add-outcome";
import { graderRefusalSchema } from "@/lib/staff/groups/grader-group";

const result = (fields: Partial<AddOutcome>): AddOutcome => ({
  id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
  outcome: "added",
  batch_id: "BATCH-MGX2K9QW-7F3K",
  num_cards: 12,
  received_count: 12,
  cards: 12,
  other_group: null,
  ...fields,
});

test.each<[Partial<AddOutcome>, string]>([
  [{}, "Put in, 12 cards"],
  [{ received_count: 1, cards: 1 }, "Put in, 1 card"],
  [{ received_count: 14 }, "Put in, 12 of 14 cards: keep 2 here, not paid for"],
  // Came later.
  [{ cards: 2, sent_cards: 10 }, "Put in, 2 of 12 cards: 10 were sent before"],
  [
    { received_count: 14, cards: 1, sent_cards: 1 },
    "Put in, 1 of 14 cards: 1 was sent before, keep 12 here, not paid for",
  ],
  [{ sent_cards: 0 }, "Put in, 12 cards"],
  // Settled by staff.
  [{ received_count: 14, cards: 14 }, "Put in, 14 cards"],
  [{ outcome: "already_here" }, "Is in this group already"],
  [{ outcome: "other_group", other_group: 7 }, "Not put in: it is in Group 7"],
  [{ outcome: "other_group" }, "Not put in: it is in another group"],
  [{ outcome: "group_full" }, "Not put in: this group is full, close it and begin another one"],
  [{ outcome: "order_not_found" }, "Not put in: it is gone"],
  [
    { outcome: "count_differs", received_count: 13 },
    "Not put in: 13 of 12 cards were counted, and that is not settled",
  ],
  [
    { outcome: "set_aside" },
    "Not put in: its package is set aside: count it at the desk, or take it off that list",
  ],
  [{ outcome: "disputed" }, "Not put in: its payment is disputed"],
])("%j reads as %s", (fields, words) => {
  expect(addWords(result(fields))).toBe(words);
});

test("every refusal has words of its own", () => {
  const words = graderRefusalSchema.options.map(refusalWords);
  expect(new Set(words).size).toBe(graderRefusalSchema.options.length);
});

test("a batch is named as everywhere", () => {
  expect(batchOf(result({}))).toBe("BATCH-MGX2K9QW-7F3K");
  expect(batchOf(result({ batch_id: null }))).toBe("ORDER-3F2B8A10");
});

test.each([
  [
    "9400110200881234567890",
    "9400110200881234567890 is the tracking number of BATCH-A, BATCH-B. Scan the batch ID of the one at hand.",
  ],
  // Imported ones that have no ID of their own share its first eight characters.
  [null, "Several batches have this ID. Pick the right one from the list."],
])("a code of several batches that came under %j", (inbound_tracking, words) => {
  const orders = ["BATCH-A", "BATCH-B"].map((batch_id) => ({ id: batch_id, batch_id, inbound_tracking }));
  expect(ambiguousWords(orders)).toBe(words);
});

test("of batches with numbers of their own it is no number", () => {
  const orders = ["1", "2"].map((id) => ({ id, batch_id: null, inbound_tracking: `1Z${id}` }));
  expect(ambiguousWords(orders)).toBe("Several batches have this ID. Pick the right one from the list.");
});

test.each([
  [{}, "Keep 2 here, not paid for"],
  [{ cards: 5 }, null],
  // None goes of a batch that must not.
  [{ cards: 0, refusal: "disputed" }, null],
  // Others of its cards went with another group, or will: nobody can tell here how many stay.
  [{ is_late: true }, null],
  [{ has_others: true }, null],
] as const)("the row of a batch of which 5 are here and 3 go, unless it is %j: %s", (fields, words) => {
  const member = { cards: 3, received_count: 5, is_late: false, has_others: false, refusal: null };
  expect(keptWords({ ...member, ...fields })).toBe(words);
});
