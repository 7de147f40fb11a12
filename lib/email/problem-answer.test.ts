import { renderProblemAnswer } from "@/lib/email/problem-answer";
import { anOrder } from "@/sandbox/builders/order";

const about = {
  order: anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K", payment_status: "canceled" }),
  email: "jane@example.org",
  full_name: "Jane Collector",
  is_guest: true,
};
const url = "https://www.example.com/track/tok";

test("says what staff wrote, line by line, and where to write again", async () => {
  const answer = { body: "We are sorry.\n\nWe send\na new slab.", is_closed: false };
  const { subject, text, html, to } = await renderProblemAnswer(about, answer, url);
  expect(subject).toBe("Our answer (BATCH-MGX2K9QW-7F3K)");
  expect(to).toMatchObject({ address: "jane@example.org" });
  for (const line of ["We are sorry.", "We send", "a new slab."]) expect(text).toContain(line);
  expect(html).toContain(url);
  expect(text).not.toContain("within 30 days");
});

test("the word that closes it says until when it may be opened again", async () => {
  const { subject, text } = await renderProblemAnswer(about, { body: "Refunded.", is_closed: true }, url);
  expect(subject).toBe("Settled (BATCH-MGX2K9QW-7F3K)");
  expect(text).toContain("You can open it again within 30 days.");
});

test("whose link was ended answers the mail", async () => {
  const { text, html } = await renderProblemAnswer(about, { body: "Refunded.", is_closed: false }, null);
  expect(text).toContain("Please answer this mail.");
  expect(html).not.toContain("Write again</a>");
});
