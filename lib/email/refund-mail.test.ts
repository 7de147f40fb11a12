import { renderRefundMail } from "@/lib/email/refund-mail";
import { anOrder } from "@/sandbox/builders/order";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
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
  expect(mail.text).toContain("$75.00 of $300.00");
  expect(mail.text).toContain("Your order goes on as before.");
  expect(mail.text).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
});

test.each([
  [null, "please do not send these cards. If they are on their way or with us already, we send them back"],
  [12, "12 cards of it are with us: we send them back to the return address of this batch."],
  [1, "1 card of it is with us: we send it back to the return address of this batch."],
])("all of it, with %j cards counted, says where the cards go", async (received_count, words) => {
  const mail = await render({ refunded_cents: 30_000, payment_status: "canceled", received_count }, 30_000);
  expect(mail.text?.replaceAll(/\s+/g, " ")).toContain(words);
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
