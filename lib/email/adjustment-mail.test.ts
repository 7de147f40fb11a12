import { renderAdjustmentMail } from "@/lib/email/adjustment-mail";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { anOrder } from "@/sandbox/builders/order";

const order = anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K", num_cards: 12 });
const about = { order, email: "jane@example.org", full_name: "Jane Collector", is_guest: false };
const url = "https://www.example.com/track/tok";

test("the question says what, how much, by when, and what silence means", async () => {
  const mail = await renderAdjustmentMail("adjustment_proposed", about, anAdjustment(), url);
  expect(mail.subject).toBe("Please decide (BATCH-MGX2K9QW-7F3K)");
  for (const part of [mail.text, mail.html]) {
    for (const words of [
      "2 cards did not come",
      "$44.00",
      "Nov 30, 2026, 12:00 PM UTC",
      "we refund the difference",
      url,
    ])
      expect(part).toContain(words);
    expect(part).not.toMatch(/undefined|NaN/);
  }
});

test.each([
  [
    { status: "accepted", chosen_option: "send_rest" },
    'by Nov 30, 2026, 12:00 PM UTC and mark the package "2 of 2"',
  ],
  [{ status: "accepted", chosen_option: "refund" }, "$44.00 goes back to where you paid from"],
  [{ status: "refunded", chosen_option: "refund" }, "A card usually shows it within 5 to 10 business days"],
  [{ kind: "extra", status: "paid", chosen_option: "pay", amount_cents: 4400 }, "We have your payment"],
  [{ kind: "extra", status: "declined", chosen_option: "return", amount_cents: 4400 }, "ungraded"],
  [
    { kind: "upcharge", status: "declined", chosen_option: "dispute", amount_cents: 4400 },
    "nothing is charged",
  ],
] as const)("the receipt of %j", async (fields, words) => {
  const { text } = await renderAdjustmentMail("adjustment_decided", about, anAdjustment(fields), url);
  expect(text).toContain(words);
});

test.each([
  ["adjustment_proposed", { kind: "extra" }, "To pay"],
  ["adjustment_proposed", { kind: "upcharge" }, "To pay"],
  ["adjustment_decided", { kind: "extra", status: "paid", chosen_option: "pay", paid_cents: 4400 }, "Paid"],
  [
    "adjustment_decided",
    { kind: "upcharge", status: "paid", chosen_option: "pay", paid_cents: 4400 },
    "Paid",
  ],
  ["adjustment_decided", { kind: "extra", status: "declined", chosen_option: "return" }, "Not charged"],
  ["adjustment_decided", { kind: "upcharge", status: "declined", chosen_option: "dispute" }, "Not charged"],
  ["adjustment_expired", { kind: "extra", status: "expired" }, "Not charged"],
  ["adjustment_expired", { kind: "upcharge", status: "expired" }, "Not charged"],
] as const)("%s of %j says of the amount: %s", async (kind, fields, label) => {
  const { text } = await renderAdjustmentMail(
    kind,
    about,
    anAdjustment({ amount_cents: 4400, ...fields }),
    url,
  );
  const labels = String(text).match(/To pay|Paid|Not charged|To you/g);
  expect(labels).toEqual([label]);
});

test.each([
  [false, "We had no answer, so $44.00 goes back to where you paid from"],
  [true, "The cards did not come in time, so $44.00 goes back to where you paid from"],
] as const)("what follows where the rest was promised (%s)", async (wasPromised, words) => {
  const refund = anAdjustment({ status: "accepted", chosen_option: "refund" });
  const { text } = await renderAdjustmentMail("adjustment_expired", about, refund, url, wasPromised);
  expect(text).toContain(words);
});

test.each([
  [{ status: "accepted", chosen_option: "refund" }, "so $44.00 goes back to where you paid from"],
  [{ status: "refunded", chosen_option: "refund" }, "A card usually shows it within 5 to 10 business days"],
  [{ kind: "extra", status: "expired", amount_cents: 4400 }, "so they come back"],
  [{ kind: "upcharge", status: "expired", amount_cents: 4400 }, "so nothing is charged"],
] as const)("no answer to %j", async (fields, words) => {
  const { text } = await renderAdjustmentMail("adjustment_expired", about, anAdjustment(fields), null);
  expect(text).toContain(words);
  expect(text).toContain("please answer this mail");
});

test("what was withdrawn is not told any more", async () => {
  const gone = anAdjustment({ status: "withdrawn" });
  await expect(renderAdjustmentMail("adjustment_proposed", about, gone, url)).rejects.toThrow("withdrawn");
});
