import { aDeskOrder, DeskStory } from "@/sandbox/builders/desk";

/* The rest of a batch of which cards were missing comes in a package of its own. */

const asked = {
  kind: "short",
  qty: 3,
  status: "accepted",
  chosen_option: "send_rest",
  at: "2026-11-20T10:00:00Z",
  until: "2026-12-20T10:00:00Z",
  more: 0,
} as const;
const A = aDeskOrder({
  id: "00000000-0000-0000-0000-00000000000a",
  batch_id: "BATCH-AAAAAAAA-AAAA",
  num_cards: 12,
  received_count: 9,
  asked,
});
const C = "BATCH-CCCCCCCC-CCCC";

let story: DeskStory;
beforeEach(() => {
  story = new DeskStory();
});

test("it is counted at once, and the product adds it up", () => {
  expect(story.open(A)).toMatchObject({
    step: { at: "counting", isRecount: true, isRest: true },
    notice: {
      tone: "success",
      title: "BATCH-AAAAAAAA-AAAA: the rest",
      text: "9 cards are here. Count the 3 that come now alone.",
    },
  });
  story.scan("3");
  expect(story.last).toMatchObject({ do: "count", count: 12, isRecount: true });
});

test("a count of it that differs is typed again", () => {
  story.open(A);
  story.scan("2");
  expect(story.desk).toMatchObject({
    step: { doubt: { count: 2 } },
    notice: { title: "You counted 2, and 3 are expected" },
  });
  story.scan("2");
  expect(story.last).toMatchObject({ do: "count", count: 11, isRecount: true });
});

test("all the cards can be counted again in place of it", () => {
  story.open(A);
  expect(story.play({ type: "recount" }).step).toMatchObject({ isRecount: true, isRest: false });
  story.scan("12");
  expect(story.last).toMatchObject({ do: "count", count: 12 });
});

test("what is left uncounted is named", () => {
  story.open(A);
  expect(story.scan(C).notice?.title).toBe("BATCH-AAAAAAAA-AAAA was left");
});

test("what stands against the batch comes first", () => {
  expect(story.open({ ...A, dispute_status: "needs_response" }).step.at).toBe("received");
  expect(story.play({ type: "recount", isRest: true }).step).toMatchObject({ isRest: true });
});

test.each([
  [{ kind: "short", chosen_option: "refund" }],
  [{ kind: "extra", chosen_option: "pay" }],
  [{ kind: "short", status: "proposed", chosen_option: null }],
] as const)("nothing is awaited where %j is asked", (changes) => {
  expect(story.open({ ...A, asked: { ...asked, ...changes } }).step.at).toBe("received");
});

test("somebody else has counted it meanwhile: their count stands", () => {
  story.open(A);
  story.scan("3");
  const order = { ...A, received_count: 12, asked: null, version: A.version + 1 };
  story.play({ type: "refused", code: "order_changed", text: "Somebody else.", order, changes: [] });
  expect(story.desk).toMatchObject({
    step: { at: "received", order },
    notice: { title: "BATCH-AAAAAAAA-AAAA was received before" },
  });
});

test("something else was changed meanwhile: it is still the rest", () => {
  story.open(A);
  story.scan("3");
  const order = { ...A, version: A.version + 1 };
  story.play({ type: "refused", code: "order_changed", text: "Somebody else.", order, changes: [] });
  expect(story.desk.step).toMatchObject({ at: "counting", isRest: true, order, draft: { typed: "3" } });
});
