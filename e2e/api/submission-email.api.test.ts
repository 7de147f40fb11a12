import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import { eventually, Product, patiently, payForBatch } from "../../sandbox/builders/product.ts";
import { confirmationsOf } from "../../sandbox/builders/rows.ts";
import { MANY_CALLERS } from "../../sandbox/builders/size.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const PATH = "/api/sendSubmissionEmail";

afterAll(() => database().end());

/** A guest's batch whose confirmation has been sent to `email`; the answer's cookie is the guest's. */
async function aConfirmedBatch(email: string) {
  const batch = await payForBatch(product, database(), {}, { email });
  await eventually(
    () => mailsTo(email),
    (mails) => mails.length > 0,
  );
  return batch;
}

test("recipient, amounts and links of the body are not read", async () => {
  const email = anEmail();
  const { id, batchId, cookie } = await aConfirmedBatch(email);
  // Only a mail that is still to be written could follow the body.
  await database()`delete from public.outbox where dedupe_key = ${`order_confirmation:${id}`}`;
  const victim = anEmail();
  const body = {
    batchId,
    userEmail: victim,
    numCards: 9999,
    notes: "Claim your prize",
    gradingFee: "0.01",
    planType: "elite",
    receiptUrl: "https://evil.example/receipt",
    isPayg: true,
  };
  const answer = await product.post(PATH, body, { cookie });
  expect(answer).toMatchObject({ status: 200, body: { success: true, duplicate: false } });
  await product.runJob("/api/cron/outbox");
  const mails = await eventually(
    () => mailsTo(email),
    (list) => list.length === 2,
  );
  expect(await mailsTo(victim)).toEqual([]);
  for (const mail of mails) {
    expect(mail.text).toContain("$50.00");
    expect(`${mail.html}${mail.text}`).not.toMatch(/evil\.example|Claim your prize|9,999|9999 cards/);
  }
});

test("a paid order without a mail gets one, once, however often it is asked for", async () => {
  const email = anEmail();
  const { id, batchId, cookie } = await aConfirmedBatch(email);
  await database()`delete from public.outbox where dedupe_key = ${`order_confirmation:${id}`}`;
  let unheard = 0;
  const ask = async () => {
    const answer = await product.post(PATH, { batchId }, { cookie });
    if (answer.status === 503) unheard++;
    return answer;
  };
  const answers = await Promise.all(Array.from({ length: MANY_CALLERS }, () => patiently(ask)));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const first = answers.filter(({ body }) => body.duplicate === false).length;
  // The first one's own answer may be among those that came too late to be heard.
  expect(first).toBe(unheard === 0 ? 1 : Math.min(first, 1));
  expect(await confirmationsOf(database(), id)).toHaveLength(1);
  await eventually(
    () => mailsTo(email),
    (mails) => mails.length === 2,
  );
  await product.runJob("/api/cron/outbox");
  expect(await mailsTo(email)).toHaveLength(2);
}, 120_000);

test("an account's order is its own: by token, not by a guest's cookie", async () => {
  const { token, email } = await product.person();
  const opened = await product.openCheckout({ token });
  await product.pay(opened.body.sessionId);
  await eventually(
    () => mailsTo(email),
    (mails) => mails.length === 1,
  );
  const batchId = opened.body.batch_id;
  expect(await product.post(PATH, { batchId }, { token })).toMatchObject({
    status: 200,
    body: { success: true, duplicate: true },
  });
  const stranger = await product.person();
  const guest = await product.openCheckout({});
  const none = await product.post(PATH, { batchId: newBatchId() }, { token });
  expect(none.status).toBe(404);
  for (const who of [{}, { token: stranger.token }, { cookie: guest.cookie }]) {
    const refused = await product.post(PATH, { batchId }, who);
    expect([refused.status, refused.body]).toEqual([none.status, none.body]);
  }
});

test("an unpaid order has no confirmation yet", async () => {
  const opened = await product.openCheckout({});
  const answer = await product.post(PATH, { batchId: opened.body.batch_id }, { cookie: opened.cookie });
  expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining("not paid yet") } });
});

test.each([
  ["nothing", {}, 400, "Which batch is this about?"],
  ["a number", { batchId: 7 }, 400, "Which batch is this about?"],
  ["an empty id", { batchId: "" }, 400, "Which batch is this about?"],
  ["a long id", { batchId: "B".repeat(65) }, 400, "Which batch is this about?"],
  ["a NUL character", { batchId: "BATCH\u0000" }, 400, "This request holds unreadable text."],
  ["a wildcard", { batchId: "%" }, 404, "Not found."],
])("%s answers %j with %d", async (_, body, status, error) => {
  const answer = await product.post(PATH, body);
  expect(answer).toMatchObject({ status, body: { error } });
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});
