import { renderRefundMail } from "@/lib/email/refund-mail";
import { anOrder } from "@/sandbox/builders/order";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const AT = "2026-11-01T10:01:00Z";
const paid = { batch_id: "BATCH-MGX2K9QW-7F3K", num_cards: 12, total_paid: 300 };

const render = (
  fields: Parameters<typeof anOrder>[0],
  cents: number,
  about: { email?: string | null; is_guest?: boolean } = {},
) =>
  renderRefundMail(
    {
      order: anOrder({ ...paid, ...fields }),
      email: "jane@example.org",
      full_name: "Jane Collector",
      is_guest: false,
      ...about,
    },
    cents,
    origins,
  );

test("a part: how much now and in all, and that the order goes on", async () => {
  const mail = await render({ refunded_cents: 7_500 }, 5_000);
  expect(mail).toMatchObject({
    subject: "Refunded: $50.00 (BATCH-MGX2K9QW-7F3K)",
    to: { address: "jane@example.org", name: "Jane Collector" },
  });
  expect(mail.text?.replaceAll(/\s+/g, " ")).toContain(
    "$50.00 is on its way back to the card or account that paid.",
  );
  expect(mail.text).toContain("$75.00 of $300.00");
  expect(mail.text).toContain("Your order goes on as before.");
  expect(mail.text).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
});

const HERE = { arrived_at: "2026-11-20T10:00:00Z" };
const COUNTED = { ...HERE, received_count: 12 };

test.each<[string, Parameters<typeof anOrder>[0], string, RegExp]>([
  ["not shipped", {}, "canceled. Please do not ship these cards. A package that reaches us all", /with us/],
  [
    "said to be shipped",
    { inbound_shipped_at: "2026-11-10T12:00:00Z" },
    "canceled. If your package reaches us all the same, it goes back to you, ungraded.",
    /do not|with us/,
  ],
  ["here, unopened", HERE, "canceled. Your package is with us: we send it back to", /do not|reaches us/],
  [
    "counted",
    { ...COUNTED, submission_status: "received" },
    "12 cards of it are with us: we send them back to the return address of this batch.",
    /do not/,
  ],
  [
    "one card counted",
    { ...HERE, received_count: 1, submission_status: "processing" },
    "1 card of it is with us: we send it back to the return address of this batch.",
    /do not/,
  ],
  [
    "on its way to the grader",
    { ...COUNTED, submission_status: "shipped" },
    "Your cards went to the grading company: once they are back from it, we send them to the return address",
    /with us/,
  ],
  ["graded", { ...COUNTED, submission_status: "graded" }, "went to the grading company: once", /with us/],
  [
    "on its way back",
    { ...COUNTED, submission_status: "completed" },
    "canceled. Your cards have left for the return address of this batch already.",
    /with us|we send/,
  ],
  [
    "delivered",
    { ...COUNTED, submission_status: "delivered" },
    "canceled. Your cards were delivered to you already.",
    /with us|we send/,
  ],
])("all of it, of a batch that is %s, says where the cards are and go", async (_, fields, words, not) => {
  const canceled = { refunded_cents: 30_000, payment_status: "canceled", paid_at: AT, ...fields } as const;
  const text = (await render(canceled, 30_000)).text?.replaceAll(/\s+/g, " ");
  expect(text).toContain(words);
  expect(text).not.toMatch(not);
});

test("a guest is led to no dashboard; nobody's address is an error", async () => {
  const mail = await render({ refunded_cents: 5_000 }, 5_000, { is_guest: true });
  expect(mail.text).not.toContain("/dashboard");
  await expect(render({ refunded_cents: 5_000 }, 5_000, { email: null })).rejects.toThrow();
});

test("of a proposal: its own sums, also when all of it went back", async () => {
  const of = { kind: "extra", refunded_cents: 5_000, paid_cents: 5_000 } as const;
  const order = anOrder({ ...paid, refunded_cents: 0, received_count: 14 });
  const about = { order, email: "jane@example.org", full_name: null, is_guest: true };
  const { text } = await renderRefundMail(about, 5_000, origins, of);
  expect(text).toContain("$50.00 of $50.00");
  expect(text).toContain("Cards on top");
  expect(text).toContain("Your order goes on as before.");
});

test("of a proposal of a canceled order it does not say that the order goes on", async () => {
  const of = { kind: "extra", refunded_cents: 5_000, paid_cents: 5_000 } as const;
  const canceled = { ...paid, ...COUNTED, refunded_cents: 30_000, payment_status: "canceled" } as const;
  const order = anOrder({ ...canceled, paid_at: AT, submission_status: "received" });
  const about = { order, email: "jane@example.org", full_name: null, is_guest: true };
  const { text } = await renderRefundMail(about, 5_000, origins, of);
  expect(text).not.toContain("goes on");
  expect(text?.replaceAll(/\s+/g, " ")).toContain("The order is canceled. 12 cards of it are with us");
});
