import { type SilenceStage, silenceStage, silenceWords } from "@/lib/email/silence-words";
import { anOrder } from "@/sandbox/builders/order";

const NOW = Date.parse("2026-11-30T15:00:00Z");
const shipped = {
  inbound_carrier: "ups",
  inbound_tracking: "1Z999AA10123456784",
  inbound_shipped_at: "2026-11-12T12:00:00Z",
} as const;
const delivered = { ...shipped, inbound_delivered_at: "2026-11-15T12:00:00Z", look_from: "2026-11-17" };
const unopened = { arrived_at: "2026-11-20T15:00:00Z" };
const left = { fulfillment_status: "complete", submission_status: "completed" } as const;
const parcel = { ...left, tracking_number: "1Z999AA10123456784", return_carrier: "ups" } as const;

type Changes = Parameters<typeof anOrder>[0];
const wordsOf = (changes: Changes, hasPage = true) => silenceWords(anOrder(changes), hasPage, NOW);

test.each<[SilenceStage | null, Changes]>([
  ["way_here", shipped],
  ["way_here", delivered],
  ["unopened", unopened],
  ["unopened", { ...delivered, ...unopened }],
  ["here", { ...unopened, fulfillment_status: "grading", submission_status: "graded" }],
  ["way_back", { ...unopened, ...left }],
  [null, {}],
  [null, { ...shipped, payment_status: "canceled" }],
  [null, { ...left, submission_status: "delivered" }],
])("%s is where an order with %j is", (stage, changes) => {
  expect(silenceStage(anOrder(changes))).toBe(stage);
});

test.each([shipped, delivered, unopened, left, parcel])(
  "of %j it promises no day and says nothing of wrong or on time",
  (changes) => {
    for (const hasPage of [true, false]) {
      const { subject, title, intro, where, help, details } = wordsOf(changes, hasPage);
      const said = JSON.stringify([subject, title, intro, where, help ?? "", details]);
      expect(said).not.toMatch(/nothing is wrong|on time|null|undefined/i);
    }
  },
);

test("of what is said to be delivered it says since when our team looks for it", () => {
  expect(wordsOf(delivered).intro).toBe(
    "You told us that it was delivered to us on November 15, 2026. It is not checked in yet. Our team has been looking for it since Nov 18, and writes to you.",
  );
});

test.each([
  [null, "No news this week", ""],
  ["2026-11-30", "No news this week", " If it is not here by Nov 30, our team asks you about it."],
  ["2026-11-24", "The rest of your cards is not here yet", " It was awaited until Nov 24."],
])("of what is counted in part it asks for the rest, which is awaited until %s", (open_by, subject, then) => {
  expect(wordsOf({ ...unopened, is_counted_in_part: true, open_by })).toMatchObject({
    subject,
    where: "Here, counted in part",
    intro: `A part of your cards is here and counted, and we wait for the rest.${then}`,
    help: "If the rest is not on its way to us, please write to us: we can check in what is here.",
  });
});

test("of what is here, unopened, it says by when it is opened, or that it is late", () => {
  expect(wordsOf({ ...unopened, open_by: "2026-11-30" })).toMatchObject({
    subject: "No news this week",
    intro:
      "Your package is here, and we have not opened it yet. We open it by November 30, 2026. You need do nothing: when your cards are counted, we write to you.",
  });
  expect(wordsOf({ ...unopened, open_by: "2026-11-24" })).toMatchObject({
    subject: "Your package is not opened yet",
    title: "Your package is not opened yet",
    intro:
      "Your package is here, and we have not opened it yet. It was to be opened by November 24, 2026, and we are sorry that it is not. You need do nothing: when your cards are counted, we write to you.",
  });
});

test("what is here, unopened, is where its page says", () => {
  expect(wordsOf(unopened).where).toBe("Here, not opened yet");
});

test.each([shipped, delivered, unopened])("of %j it says when the days start", (changes) => {
  expect(wordsOf(changes).details).toContainEqual({
    label: "Expected back",
    value: "The 10-15 business days start when we check your cards in",
  });
});

test("what the owner can do is said by what is known: the carrier's page, and the batch's own", () => {
  expect(wordsOf(shipped).help).toBe(
    "Please check the tracking page of UPS to see where it is. If it was delivered, press “It was delivered” on the page of your batch: then we look for it here.",
  );
  const bare = { ...shipped, inbound_carrier: "other", inbound_tracking: null } as const;
  expect(wordsOf(bare, false).help).toBe(
    "Please ask the carrier where it is. If it was delivered, write to us and name the batch ID: then we look for it here.",
  );
  expect(wordsOf(delivered, false).help).toBe(
    "Please check the tracking page of UPS to see where and to whom it was delivered. Write to us what it says, and name the batch ID.",
  );
  expect(wordsOf(unopened).help).toBeNull();
  expect(wordsOf(parcel).help).toContain("“Arrived safely”");
  expect(wordsOf(left, false).help).toBe(
    "If they have not come, or anything is wrong with them, write to us and name the batch ID.",
  );
});
