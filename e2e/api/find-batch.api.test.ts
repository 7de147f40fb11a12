import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { aBatchId, anEmail } from "../../sandbox/builders/ids.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { type Answer, eventually, Product } from "../../sandbox/builders/product.ts";
import { addOrder } from "../../sandbox/builders/rows.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An app whose calls of the database, and whose every printed line, are seen here. */
const stubbed = new StubbedProduct();
const { product, stub, lines } = stubbed;
const events = () => sandboxNamed("events");
const sql = postgres(events().SANDBOX_DATABASE_URL, { max: 2, onnotice: () => {} });
const LOOK_UP = "/rest/v1/rpc/enqueue_tracking_link";

beforeAll(() => stubbed.start(), 60_000);
afterAll(async () => {
  await stubbed.stop();
  await sql.end();
});

/** A guest's batch, paid unless said otherwise. */
async function aBatch(columns: Parameters<typeof addOrder>[1] = {}) {
  const email = anEmail();
  const { id, batch_id: batch } = await addOrder(sql, {
    guest_email: email,
    batch_id: aBatchId(),
    ...columns,
  });
  return { id, email, batch };
}
const find = (body: object) => product.post(apiPaths.findBatch, body);
const mailsOf = (email: string) => mailsTo(email, events().MAILBOX_URL);
const queuedFor = async ({ id }: { id: string }) =>
  (await sql`select from outbox where kind = 'tracking_link' and payload ->> 'order_id' = ${id}`).length;

/** An answer as whoever asks sees it, without what differs between any two. */
const seen = ({ status, body, headers }: Answer) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => name !== "date" && name !== "x-request-id"),
});

/** Does `work`, and waits until the app has looked up so often. */
async function lookingUp(count: number, work: () => Promise<void>): Promise<void> {
  let done = 0;
  stub.intercept = ({ path }) => {
    if (path === LOOK_UP) done++;
    return undefined;
  };
  await work();
  await eventually(
    async () => done,
    (now) => now >= count,
  );
  stub.intercept = undefined;
}

test("a batch that is there, one that is not, somebody else's and an unpaid one are answered alike", async () => {
  const [there, other, unpaid] = [await aBatch(), await aBatch(), await aBatch({ payment_status: "unpaid" })];
  const answers: Answer[] = [];
  await lookingUp(5, async () => {
    for (const asked of [
      { email: there.email, batch: there.batch },
      { email: anEmail(), batch: aBatchId() },
      { email: other.email, batch: there.batch },
      { email: unpaid.email, batch: unpaid.batch },
    ])
      answers.push(await find(asked));
  });
  expect(answers[0]).toMatchObject({ status: 200, body: { asked: true } });
  for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] as Answer));
  await eventually(
    () => mailsOf(there.email),
    (mails) => mails.length === 1,
  );
  expect([await queuedFor(there), await queuedFor(other), await queuedFor(unpaid)]).toEqual([1, 0, 0]);
  expect(await mailsOf(other.email)).toEqual([]);
});

test("the answer leaves before anybody looks, also when the database fails then", async () => {
  const { email, batch, id } = await aBatch();
  const held = Promise.withResolvers<void>();
  let lookUps = 0;
  stub.intercept = async ({ path }) => {
    if (path !== LOOK_UP) return undefined;
    // Whoever waited for this would never answer. How much later it begins is in request-tracking-link.test.ts.
    await held.promise;
    lookUps++;
    return { status: 500, body: { code: "XX000", message: `no ${email}` } };
  };
  const answer = await find({ email, batch });
  expect(answer).toMatchObject({ status: 200, body: { asked: true } });
  expect(lines.join("\n")).not.toContain("tracking.not_looked_up");
  held.resolve();
  await eventually(
    async () => lines.join("\n"),
    (log) => log.includes("tracking.not_looked_up"),
  );
  stub.intercept = undefined;
  expect(lookUps).toBe(1);
  expect(await queuedFor({ id })).toBe(0);
});

test("the mail goes to the stored address, its link opens the batch, and the log holds neither", async () => {
  const { email, batch } = await aBatch();
  const typed = { email: ` ${email.toUpperCase()} `, batch: batch.slice(6).toLowerCase().replace("-", " ") };
  expect((await find(typed)).status).toBe(200);
  const [mail] = await eventually(
    () => mailsOf(email),
    (mails) => mails.length === 1,
  );
  expect(mail?.subject).toBe(`Your tracking link (${batch})`);
  const token = /\/track\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  const opened = await product.get(paths.track(token));
  expect(opened.status).toBe(200);
  expect(opened.body).toContain(batch);
  const log = lines.join("\n");
  for (const secret of [token, email, email.toUpperCase(), batch]) expect(log).not.toContain(secret);
});

test("what is asked twice within ten minutes is mailed once, and answered alike", async () => {
  const { id, email, batch } = await aBatch();
  const answers: Answer[] = [];
  // The first has no link yet, and asks a second time to make it.
  await lookingUp(4, async () => {
    for (let time = 0; time < 3; time++) answers.push(await find({ email, batch }));
  });
  for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] as Answer));
  await eventually(
    () => mailsOf(email),
    (mails) => mails.length > 0,
  );
  expect(await queuedFor({ id })).toBe(1);
});

test.each([
  [{ email: "jane", batch: aBatchId() }, { email: "Please enter a valid email address." }],
  [{ email: anEmail(), batch: "?" }, { batch: "This is no batch ID. It looks like BATCH-3NA5SDF59-7F3K." }],
])("what cannot be a look-up is said at once: %#", async (body, fields) => {
  expect(await find(body)).toMatchObject({ status: 400, body: { code: "invalid_input", fields } });
});

test("a process that is asked to end still looks up what it was asked", async () => {
  const { id, email, batch } = await aBatch();
  const settings = await atOwnAddress(events());
  const app = new AppProcess(settings);
  await app.start();
  const answer = await new Product(settings).post(apiPaths.findBatch, { email, batch });
  expect(answer.status).toBe(200);
  const { ms } = await app.terminate();
  expect(ms).toBeLessThan(9_500);
  expect(await queuedFor({ id })).toBe(1);
}, 60_000);
