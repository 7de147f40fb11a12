import { renderCancelDeclined } from "@/lib/email/cancel-declined";
import { anOrder } from "@/sandbox/builders/order";
import { toldEvents } from "@/sandbox/builders/order-event";

beforeEach(() => jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z")));

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };

const render = (fields: Parameters<typeof anOrder>[0]) =>
  renderCancelDeclined(
    {
      order: anOrder(fields),
      ...{ email: "jane@example.org", full_name: null, is_guest: false, events: toldEvents },
    },
    "It is with the grader.",
    origins,
    null,
  );

test.each([
  ["paid", "Waiting for your cards"],
  ["unpaid", "Pending"],
] as const)("a batch that goes on and is %s says why, and where it is", async (payment_status, where) => {
  const { subject, text } = await render({ payment_status });
  expect(subject).toMatch(/^Your batch goes on/);
  for (const words of ["nothing was refunded", "It is with the grader.", where])
    expect(text).toContain(words);
});

test.each([
  ["on its way", { inbound_shipped_at: "2026-11-20T12:00:00Z" }, "Next: The carrier brings us your package."],
  [
    "late",
    { inbound_shipped_at: "2026-11-01T12:00:00Z" },
    "Next: You ask the carrier where your package is.",
  ],
  ["here", { arrived_at: "2026-11-20T12:00:00Z" }, "Next: We open your package and count the cards."],
])("one that is %s says what comes next, and what happened", async (_, fields, next) => {
  const { text } = await render(fields);
  expect(text).toContain(next);
  expect(text).toContain("Payment received");
  // Its guest has no page.
  expect(text).not.toMatch(/press/);
});

test("one that is canceled after all gets none", async () => {
  await expect(render({ payment_status: "canceled" })).rejects.toThrow("the order is canceled");
});
