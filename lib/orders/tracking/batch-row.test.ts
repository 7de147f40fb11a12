import { batchRow } from "@/lib/orders/tracking/batch-row";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { anOrder } from "@/sandbox/builders/order";

const ORDER = anOrder({ batch_id: "BATCH-TEST0001-0001", num_cards: 12, submission_status: "pending" });
const NOW = Date.parse("2026-12-10T17:00:00Z");

test("a batch that is awaited is to be shipped, and has no parcel back yet", () => {
  expect(batchRow({ ...ORDER, payment_status: "paid" }, NOW)).toMatchObject({
    name: "BATCH-TEST0001-0001",
    cards: 12,
    payment: { label: "Paid", tone: "success" },
    isToShip: true,
    tracking: null,
    hasTracking: false,
  });
});

test("one that is on its way back has its parcel's page", () => {
  const row = batchRow(
    { ...ORDER, submission_status: "delivered", tracking_number: "1Z999AA10198765432" },
    NOW,
  );
  expect(row).toMatchObject({ isToShip: false, hasTracking: true });
  expect(row.tracking).toEqual({
    text: "1Z999AA10198765432",
    page: { carrier: "UPS", url: "https://www.ups.com/track?tracknum=1Z999AA10198765432" },
  });
});

test("one without a batch ID is named after its own id", () => {
  expect(batchRow({ ...ORDER, batch_id: null }, NOW).name).toMatch(/^ORDER-/);
});

test.each([
  ["2026-12-11", "2026-12-18", { text: "Expected back Dec 11 to 18", tone: undefined }],
  ["2026-12-10", "2026-12-17", { text: "Due back by Dec 17", tone: "warning" }],
  ["2026-12-02", "2026-12-09", { text: "Late since Dec 10", tone: "danger" }],
])("one that is promised from %s to %s says so", (promised_from, promised_to, promise) => {
  expect(
    batchRow({ ...ORDER, fulfillment_status: "grading", promised_from, promised_to }, NOW).notes,
  ).toEqual([promise]);
});

test.each([
  ["2026-12-23", "Late since Dec 10, now by Dec 23"],
  ["2026-12-10", "Late since Dec 10, now by Dec 10"],
  ["2026-12-09", "Late since Dec 10"],
])("one that is late and was put off to %s says so", (delayed_until, text) => {
  const promised = { promised_from: "2026-12-02", promised_to: "2026-12-09" };
  const order = {
    ...ORDER,
    fulfillment_status: "grading",
    ...promised,
    delay_reason: "Snow",
    delayed_until,
  } as const;
  expect(batchRow(order, NOW).notes).toEqual([{ text, tone: "danger" }]);
  // Once that day is over, too, nobody knows.
  expect(batchRow(order, Date.parse("2026-12-24T17:00:00Z")).notes).toEqual([
    { text: "Late since Dec 10", tone: "danger" },
  ]);
});

test("one that is delayed names the new date; before check-in and once it has left there is none", () => {
  const promised = { promised_from: "2026-12-11", promised_to: "2026-12-18" };
  const delay = { delay_reason: "The grader is slow", delayed_until: "2026-12-23" };
  const of = (fields: Parameters<typeof anOrder>[0]) => batchRow({ ...ORDER, ...fields }, NOW).notes;
  expect(of({ ...promised, ...delay })).toEqual([{ text: "Delayed until Dec 23", tone: "warning" }]);
  expect(of({})).toEqual([]);
  expect(of({ ...promised, fulfillment_status: "complete" })).toEqual([]);
  expect(of({ ...promised, payment_status: "canceled" })).toEqual([]);
});

test.each<[string | null, string | null, string | null]>([
  [null, null, null],
  ["2026-11-19T12:00:00Z", null, "You said: shipped Nov 19"],
  ["2026-11-19T12:00:00Z", "2026-11-22T12:00:00Z", "You said: delivered Nov 22"],
])("one that is awaited, said to be shipped %s and delivered %s, says so", (shipped, delivered, text) => {
  const said = { inbound_shipped_at: shipped, inbound_delivered_at: delivered };
  const row = batchRow({ ...ORDER, ...said }, NOW);
  expect(row.notes[0]?.text ?? null).toBe(text);
  // Who has sent the package needs no label for it; the drawer keeps it.
  expect(row.isToShip).toBe(shipped === null);
  // What was said of the way to us is no news once the package is here.
  expect(batchRow({ ...ORDER, ...said, submission_status: "received" }, NOW).notes).toEqual([]);
});

test("one that is said to be delivered and is not checked in says since when we look for it", () => {
  const said = { inbound_shipped_at: "2026-12-01T12:00:00Z", inbound_delivered_at: "2026-12-07T12:00:00Z" };
  const note = (look_from: string) => batchRow({ ...ORDER, ...said, look_from }, NOW).notes;
  // Without a tone, not with an undefined one, which the page's payload would spell out.
  expect(note("2026-12-10")).toStrictEqual([{ text: "You said: delivered Dec 7" }]);
  expect(note("2026-12-09")).toEqual([{ text: "Looking for it since Dec 10", tone: "warning" }]);
});

test("one that is here, unopened, says by when it is opened, and that it is late", () => {
  const note = (open_by: string) =>
    batchRow({ ...ORDER, arrived_at: "2026-12-08T15:00:00Z", open_by }, NOW).notes;
  expect(note("2026-12-10")).toEqual([{ text: "Arrived Dec 8, opened by Dec 10" }]);
  expect(note("2026-12-09")).toEqual([{ text: "Late to open, was due Dec 9", tone: "danger" }]);
});

test.each([
  [{ arrived_at: "2026-11-22T15:00:00Z" }, "Arrived Nov 22, to be counted"],
  // The evening of that day, where the business is.
  [{ arrived_at: "2026-11-23T01:00:00Z" }, "Arrived Nov 22, to be counted"],
  [{ arrived_at: "2026-11-22T15:00:00Z", is_counted_in_part: true }, "Arrived Nov 22, counted in part"],
  [{ cancel_requested_at: "2026-11-20T15:00:00Z" }, "Since Nov 20"],
  [
    {
      cancel_requested_at: "2026-11-20T15:00:00Z",
      arrived_at: "2026-11-22T15:00:00Z",
      open_by: "2026-11-24",
    },
    "Since Nov 20",
  ],
])("one of which nothing is to be shipped any more (%j) says why, and prints nothing", (columns, text) => {
  const row = batchRow({ ...ORDER, inbound_delivered_at: "2026-11-22T12:00:00Z", ...columns }, NOW);
  expect(row).toMatchObject({ notes: [{ text }], isToShip: false });
});

test("one whose package is here, unopened, is not waited for any more", () => {
  const status = (fields: Parameters<typeof anOrder>[0]) =>
    batchRow({ ...ORDER, ...fields }, NOW).status.label;
  expect(status({})).toBe("Waiting for your cards");
  expect(status({ arrived_at: "2026-11-22T15:00:00Z" })).toBe("Here, not opened yet");
  expect(status({ arrived_at: "2026-11-22T15:00:00Z", submission_status: "received" })).toBe(
    "Received and counted",
  );
});

test("one whose owner asked to cancel it says so, until it is counted all the same", () => {
  const status = (fields: Parameters<typeof anOrder>[0]) =>
    batchRow({ ...ORDER, cancel_requested_at: "2026-11-20T15:00:00Z", ...fields }, NOW).status.label;
  expect(status({})).toBe("Asked to cancel");
  expect(status({ arrived_at: "2026-11-22T15:00:00Z" })).toBe("Asked to cancel");
  expect(status({ received_count: 12, submission_status: "received" })).toBe("Received and counted");
});

test("one whose owner is asked where its cards go says until when, and nothing once that is over", () => {
  const notes = (address_asked_until: string) =>
    batchRow({ ...ORDER, submission_status: "graded", address_asked_until }, NOW).notes;
  expect(notes("2026-12-12T17:00:00Z")).toEqual([
    { text: "Please say which address counts by Dec 12", tone: "warning" },
  ]);
  expect(notes("2026-12-10T16:59:59Z")).toEqual([]);
});

test("one whose owner has something to decide says until when, above what is promised", () => {
  const order = {
    ...ORDER,
    fulfillment_status: "grading",
    promised_from: "2026-12-02",
    promised_to: "2026-12-09",
  } as const;
  const asked = anAdjustment({ deadline_at: "2026-12-15T12:00:00Z" });
  expect(batchRow(order, NOW, asked).notes).toEqual([
    { text: "Please decide by Dec 15", tone: "warning" },
    { text: "Late since Dec 10", tone: "danger" },
  ]);
  const promised = { ...asked, status: "accepted", chosen_option: "send_rest" } as const;
  expect(batchRow(order, NOW, promised).notes[0]?.text).toBe("Please send the rest by Dec 15");
});
