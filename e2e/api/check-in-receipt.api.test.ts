import { randomUUID } from "node:crypto";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  eventually,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
} from "../../sandbox/builders/product.ts";
import { storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
let staff: SignedIn;
beforeAll(async () => {
  staff = await logInAsStaff(product, database());
});
afterAll(() => database().end());

/** A paid batch of twelve cards whose confirmation has been sent. */
async function aConfirmedBatch(who: { token?: string }, email: string) {
  const batch = await payForBatch(product, database(), who, { cards: 12, email });
  await eventually(
    () => mailsTo(email),
    (mails) => mails.length === 1,
  );
  return batch;
}

async function count(id: string, cards: number, isRecount = false) {
  const { version } = await storedOrder(database(), id);
  const body = { version, count: cards, condition: "ok", shelf: "", is_recount: isRecount };
  return product.post(`/api/admin/orders/${id}/check-in`, body, staff);
}

/** Lets the ten minutes go by in which a press can be taken back. */
async function tenMinutesLater(id: string): Promise<void> {
  await database()`update outbox set next_attempt_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
  await database()`update staff_acts set created_at = created_at - interval '10 minutes' where order_id = ${id}`;
  await product.runJob("/api/cron/outbox");
}

const undo = (actId: string, body: object = {}) => product.post(`/api/admin/acts/${actId}/undo`, body, staff);

/** Neither of the payment, nor the question what is to become of a difference. */
const isOfCount = ({ subject }: { subject: string }) => !/^(Payment received|Please decide)/.test(subject);

/** The mails about counts, once there are so many. */
async function receiptsTo(email: string, wanted: number) {
  const mails = await eventually(
    () => mailsTo(email),
    (all) => all.filter(isOfCount).length === wanted,
  );
  return mails.filter(isOfCount);
}

test("a member hears once what was counted, with the links to follow the batch", async () => {
  const { token, email } = await product.person();
  const { id, batchId } = await aConfirmedBatch({ token }, email);
  expect((await count(id, 12)).status).toBe(200);
  expect((await count(id, 12)).status).toBe(409);
  expect((await count(id, 12, true)).status).toBe(200);
  await product.runJob("/api/cron/outbox");
  expect(await mailsTo(email)).toHaveLength(1);
  await tenMinutesLater(id);
  const [receipt, ...others] = await receiptsTo(email, 1);
  expect(others).toEqual([]);
  expect(receipt?.subject).toBe(`Received: 12 of 12 cards (${batchId})`);
  for (const words of ["We counted 12 of 12 cards.", batchId, `/dashboard?batch=${batchId}`])
    expect(receipt?.text).toContain(words);
  const track = /https?:\/\/\S+\/track\/\S+/.exec(receipt?.text ?? "")?.[0] ?? "";
  const page = await fetch(product.appUrl + new URL(track).pathname);
  expect(await page.text()).toContain(batchId);
});

test("a guest hears plainly that the count differs, and of the correction", async () => {
  const email = `counted-${randomUUID()}@example.com`;
  const { id } = await aConfirmedBatch({}, email);
  expect((await count(id, 9)).body).toMatchObject({ is_mismatch: true });
  await tenMinutesLater(id);
  const [first] = await receiptsTo(email, 1);
  expect(first?.text).toContain("We counted 9 of 12 cards.");
  expect(first?.text).toContain("That is 3 cards fewer than you paid for.");
  expect(first?.text).toContain("we ask you in a mail of its own");
  expect(first?.text).toMatch(/\/track\//);
  expect(first?.text).not.toContain("/dashboard");
  await count(id, 12, true);
  await tenMinutesLater(id);
  const second = (await receiptsTo(email, 2)).at(-1);
  expect(second?.text).toContain("We counted again: 12 of 12 cards, not 9 as we wrote before.");
  expect(second?.text).not.toContain("in a mail of its own");
});

test("a check-in that is taken back at once is never told; one that was told is corrected, once", async () => {
  const { token, email } = await product.person();
  const { id } = await aConfirmedBatch({ token }, email);
  const wrong = await count(id, 9);
  const answer = await undo(wrong.body.act_id);
  expect(answer).toMatchObject({ status: 200, body: { results: [{ id, outcome: "undone" }] } });
  await tenMinutesLater(id);
  expect(await mailsTo(email)).toHaveLength(1);

  const told = await count(id, 8);
  await tenMinutesLater(id);
  await receiptsTo(email, 1);
  expect((await undo(told.body.act_id)).body.results).toMatchObject([{ outcome: "reason_required" }]);
  expect((await undo(told.body.act_id, { reason: "Another batch" })).body.results).toMatchObject([
    { outcome: "undone", order: { received_at: null, submission_status: "pending" } },
  ]);
  await product.runJob("/api/cron/outbox");
  const correction = (await receiptsTo(email, 2)).at(-1);
  expect(correction?.text).toContain("A count of cards was entered for your batch by mistake.");
  expect((await undo(told.body.act_id)).body.results).toMatchObject([{ outcome: "already_undone" }]);
  await product.runJob("/api/cron/outbox");
  // Of the payment, of the count, what is to become of the difference, and that it was a mistake: whoever sends them.
  const mails = await eventually(
    () => mailsTo(email),
    ({ length }) => length >= 4,
  );
  expect(mails).toHaveLength(4);
});

test("what nobody did cannot be taken back", async () => {
  expect(await undo(randomUUID())).toMatchObject({ status: 404 });
  expect(await undo("act")).toMatchObject({ status: 404 });
});
