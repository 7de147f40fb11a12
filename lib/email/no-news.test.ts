import { renderNoNews } from "@/lib/email/no-news";
import { anOrder } from "@/sandbox/builders/order";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

const links = { appUrl: "https://www.example.com", trackUrl: null };
const order = anOrder({
  batch_id: "BATCH-MGX2K9QW-7F3K",
  fulfillment_status: "grading",
  submission_status: "grading",
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
});
const render = (
  changes: Partial<typeof order> = {},
  { lastNewsAt = "2026-11-23T22:00:00Z", events = toldEvents, isGuest = false } = {},
) =>
  renderNoNews(
    {
      order: { ...order, ...changes },
      email: "jane@example.org",
      full_name: null,
      is_guest: isGuest,
      mail_token: "m".repeat(86),
      events,
    },
    lastNewsAt,
    links,
  );

beforeEach(() => {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-30T15:00:00Z"));
});

test("a quiet week: where the batch is, since when, and until when", async () => {
  const { subject, text, choices } = await render();
  expect(subject).toBe("No news, and nothing is wrong (BATCH-MGX2K9QW-7F3K)");
  for (const said of [
    "At the grader",
    "November 23, 2026",
    "Dec 7 to 14",
    "Your cards arrived and were counted",
    "/dashboard?batch=",
  ])
    expect(text).toContain(said);
  expect(choices?.pageUrl).toContain("/mail/");
});

test("what happened in the evening happened on that day", async () => {
  const at = "2026-09-15T00:30:00Z";
  const { text } = await render({}, { lastNewsAt: at, events: [anOrderEvent({ at })] });
  expect(text).toContain("Last news: September 14, 2026");
  expect(text).toContain("Sep 14, 2026: Your cards arrived and were counted");
});

test("of a batch that was put off it says the new date, and not that it is on time", async () => {
  const { subject, text } = await render({ delay_reason: "Snow.", delayed_until: "2026-12-21" });
  expect(subject + text).not.toMatch(/nothing is wrong|on time/i);
  expect(text).toContain("What we said about why they take longer still holds.");
  expect(text).toContain("Now expected back by: December 21, 2026");
  expect(text).not.toContain("Dec 7");
});

test("one that leaves after the promised day does not say that it is on time", async () => {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-12-15T15:00:00Z"));
  const { subject, text } = await render();
  expect(subject + text).not.toMatch(/nothing is wrong|on time/i);
  expect(text).toContain("They are late, and we are sorry.");
});

test("of a package that came damaged it does not say that nothing is wrong", async () => {
  const { subject, text } = await render({ package_condition: "damaged_cards" });
  expect(subject + text).not.toMatch(/nothing is wrong|on time/i);
  expect(text).toContain("What we said about how your package came to us still holds.");
});

const awaited = {
  fulfillment_status: "not_received",
  submission_status: "pending",
  promised_from: null,
  promised_to: null,
} as const;
const shipped = {
  ...awaited,
  inbound_carrier: "ups",
  inbound_tracking: "1Z999AA10123456784",
  inbound_shipped_at: "2026-11-12T12:00:00Z",
} as const;
const PAGE = "https://www.ups.com/track?tracknum=1Z999AA10123456784";

test.each<[string, Partial<typeof order>, subject: string, said: string[]]>([
  [
    "is here and not checked in",
    { ...awaited, arrived_at: "2026-11-20T15:00:00Z" },
    "No news this week",
    [
      "Where your batch is: Here, not opened yet",
      "The 10-15 business days start when we check your cards in",
      "Next: We open your package and count the cards.",
    ],
  ],
  [
    "is said to be shipped",
    shipped,
    "Your package is not here yet",
    ["Shipped: November 12, 2026", "Carrier: UPS", PAGE, "“It was delivered”"],
  ],
  [
    "is said to be delivered",
    { ...shipped, inbound_delivered_at: "2026-11-15T12:00:00Z", look_from: "2026-11-17" },
    "Your package is not checked in yet",
    ["Delivered to us: November 15, 2026", PAGE, "Our team has been looking for it since Nov 18"],
  ],
  [
    "is on its way back",
    { fulfillment_status: "complete", submission_status: "completed", tracking_number: "1Z999AA10123456784" },
    "Have your cards arrived?",
    ["Where your batch is: On its way back", "Tracking number: 1Z999AA10123456784", PAGE, "“Arrived safely”"],
  ],
])(
  "of a batch that %s it says what comes next, by whom, and nothing of on time",
  async (_, changes, ...said) => {
    const [begin, words] = said;
    const { subject, text } = await render(changes);
    expect(subject).toBe(`${begin} (BATCH-MGX2K9QW-7F3K)`);
    for (const one of ["Last news: November 23, 2026", "/dashboard?batch=", ...words])
      expect(text).toContain(one);
    expect(text).not.toMatch(/nothing is wrong|on time|Dec 7/i);
  },
);

test.each<[string, Partial<typeof order>]>([
  ["is said to be shipped", shipped],
  [
    "came in part, and late",
    { ...awaited, arrived_at: "2026-11-20T15:00:00Z", is_counted_in_part: true, open_by: "2026-11-24" },
  ],
  ["is on its way back", { fulfillment_status: "complete", submission_status: "completed" }],
])(
  "of a batch that %s what its owner can do stands alone, and names no button without a page",
  async (_, changes) => {
    const { text } = await render(changes, { isGuest: true });
    expect(text).toMatch(/what you can do/i);
    expect(text).not.toMatch(/next:|what comes next|press|the page of/i);
    expect(text).toMatch(/history/i);
  },
);

test.each<Partial<typeof order>>([
  { payment_status: "canceled" },
  { fulfillment_status: "complete", submission_status: "delivered" },
  { fulfillment_status: "not_received", submission_status: "pending" },
])("nothing is said of an order with %j", async (changes) => {
  await expect(render(changes)).rejects.toThrow(/nothing/);
});

test("of a batch whose step was set by hand, and that nobody has counted, no day is named", async () => {
  const { subject, text } = await render({ promised_from: null, promised_to: null, received_count: null });
  expect(subject).toMatch(/^No news this week/);
  expect(text).toContain("We write to you as soon as there is news.");
  expect(text).not.toMatch(/on time|late/);
});
