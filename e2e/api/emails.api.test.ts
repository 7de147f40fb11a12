import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { sign } from "../../lib/base/signing.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { addressHash, mailToken } from "../../lib/profile/mail-token.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsThatCame, emailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
} from "../../sandbox/builders/product.ts";
import { confirmationsOf, storedOrder } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { textOf } from "../support/html-head.ts";
import { aReminder, choicePageOf, wantsOptionalEmails } from "../support/mail-choice.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

describe("the confirmation of a batch", () => {
  const PATH = "/api/sendSubmissionEmail";

  async function aConfirmedBatch(email: string) {
    const batch = await payForBatch(product, sql, {}, { email });
    await eventually(
      () => emailsTo(email),
      (mails) => mails.length > 0,
    );
    return batch;
  }

  test("ignores recipient, amounts and links of the body", async () => {
    const email = anEmail();
    const { id, batchId, cookie } = await aConfirmedBatch(email);
    await sql`delete from public.outbox where dedupe_key = ${`order_confirmation:${id}`}`;
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
      () => emailsTo(email),
      (list) => list.length === 2,
    );
    expect(await emailsTo(victim)).toEqual([]);
    for (const mail of mails) {
      expect(mail.text).toContain("$50.00");
      expect(`${mail.html}${mail.text}`).not.toMatch(/evil\.example|Claim your prize|9,999|9999 cards/);
    }
  });

  test("sends one email for a paid order for two concurrent requests", async () => {
    const email = anEmail();
    const { id, batchId, cookie } = await aConfirmedBatch(email);
    await sql`delete from public.outbox where dedupe_key = ${`order_confirmation:${id}`}`;
    const ask = () => product.post(PATH, { batchId }, { cookie });
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.duplicate).sort()).toEqual([false, true]);
    expect(await confirmationsOf(sql, id)).toHaveLength(1);
    await emailsThatCame(email, 2);
    await product.runJob("/api/cron/outbox");
    expect(await emailsTo(email)).toHaveLength(2);
  });

  test("sends an account's email by its token only", async () => {
    const { token, email } = await product.person();
    const opened = await product.openCheckout({ token });
    await product.pay(opened.body.sessionId);
    await eventually(
      () => emailsTo(email),
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

  test("refuses the confirmation of an unpaid order", async () => {
    const opened = await product.openCheckout({});
    const answer = await product.post(PATH, { batchId: opened.body.batch_id }, { cookie: opened.cookie });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("isn't paid for yet") },
    });
  });

  test.each([
    ["nothing", {}, 400, "Which batch is this about?"],
    ["a number", { batchId: 7 }, 400, "Which batch is this about?"],
    ["an empty id", { batchId: "" }, 400, "Which batch is this about?"],
    ["a long id", { batchId: "B".repeat(65) }, 400, "Which batch is this about?"],
    [
      "a NUL character",
      { batchId: "BATCH\u0000" },
      400,
      "Some characters can't be saved. Please remove them and try again.",
    ],
    ["a wildcard", { batchId: "%" }, 404, "Not found."],
  ])("refuses %s (%j) with %d", async (_, body, status, error) => {
    const answer = await product.post(PATH, body);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("which emails people choose", () => {
  const ONE_CLICK = "List-Unsubscribe=One-Click";
  const FORM = "application/x-www-form-urlencoded";

  /** One-click unsubscribe as a mail program sends it: without origin or cookies. */
  const click = (target: string, headers: Record<string, string> = {}) =>
    sendRaw(product.appUrl, {
      method: "POST",
      target,
      headers: { "content-type": FORM, ...headers },
      body: ONE_CLICK,
    });

  test("unsubscribes from optional emails with one click, even when repeated", async () => {
    const { email, receipt, reminder } = await aReminder(product);
    expect(receipt.headers).not.toHaveProperty("list-unsubscribe");
    expect(receipt.html).not.toContain("/mail/");
    expect(reminder.headers["list-unsubscribe-post"]).toBe(ONE_CLICK);
    const [, address = ""] = /^<(\S+)>$/.exec(reminder.headers["list-unsubscribe"] ?? "") ?? [];
    const [target, page] = [new URL(address).pathname, choicePageOf(reminder)];
    expect([target, page]).toEqual([apiPaths.mailOff(mailToken(email)), paths.mail(mailToken(email))]);
    const origins: Record<string, string>[] = [
      {},
      { origin: "https://mail.example" },
      { origin: "null" },
      {},
    ];
    for (const headers of origins) {
      const answer = await click(target, headers);
      expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { wanted: false }]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(await wantsOptionalEmails(email)).toBe(false);
  });

  test("changes nothing on GET and HEAD of an email's links", async () => {
    const email = anEmail();
    const token = mailToken(email);
    for (const method of ["GET", "HEAD"]) {
      for (const target of [apiPaths.mailOff(token), paths.mail(token)]) {
        const answer = await sendRaw(product.appUrl, { method, target });
        expect([200, 303]).toContain(answer.status);
      }
    }
    const led = await sendRaw(product.appUrl, { target: apiPaths.mailOff(token) });
    expect(led.location).toBe(product.appUrl + paths.mail(token));
    expect(await wantsOptionalEmails(email)).toBe(true);
    expect((await sendRaw(product.appUrl, { target: paths.mail(token) })).body).not.toContain(email);
  });

  const jane = mailToken("jane@example.org");
  const joe = mailToken("joe@example.org");
  test.each([
    ["cut", jane.slice(0, -1)],
    ["longer", `${jane}A`],
    ["mixed from two tokens", joe.slice(0, 43) + jane.slice(43)],
    ["signed for something else", jane.slice(0, 43) + sign("tracking", addressHash("jane@example.org"))],
    ["invented", "A".repeat(86)],
    ["no token", "%00"],
  ])("refuses a token that is %s", async (_, token) => {
    expect((await click(apiPaths.mailOff(token))).status).toBe(404);
    const chosen = await product.post(apiPaths.mail(token), { wanted: false });
    expect(chosen.status).toBe(404);
    expect(await wantsOptionalEmails("jane@example.org")).toBe(true);
    expect(await wantsOptionalEmails("joe@example.org")).toBe(true);
  });

  test("accepts a choice only from our own pages, as a boolean", async () => {
    const email = anEmail();
    const target = apiPaths.mail(mailToken(email));
    const headers = { "content-type": "application/json", origin: "https://evil.example" };
    const foreign = await sendRaw(product.appUrl, {
      method: "POST",
      target,
      headers,
      body: JSON.stringify({ wanted: false }),
    });
    expect(foreign.status).toBe(403);
    expect((await product.post(target, { wanted: "none" })).status).toBe(400);
    expect(await wantsOptionalEmails(email)).toBe(true);
    for (const wanted of [false, true]) {
      expect((await product.post(target, { wanted })).body).toEqual({ wanted });
      expect(await wantsOptionalEmails(email)).toBe(wanted);
    }
  });

  test("stores an account's choice for its own address only", async () => {
    const { cookie, email } = await logInAsCustomer(product);
    const body = { wanted: false, email: "jane@example.org" };
    expect((await product.post(apiPaths.profileEmails, body, { cookie })).body).toEqual({ wanted: false });
    expect(await wantsOptionalEmails(email)).toBe(false);
    expect(await wantsOptionalEmails("jane@example.org")).toBe(true);
    expect((await product.post(apiPaths.profileEmails, body)).status).toBe(401);
  });
});

describe("the receipt of a count", () => {
  let staff: SignedIn;
  beforeAll(async () => {
    staff = await logInAsStaff(product, sql);
  });

  async function aConfirmedBatch(who: { token?: string }, email: string) {
    const batch = await payForBatch(product, sql, who, { cards: 12, email });
    await eventually(
      () => emailsTo(email),
      (mails) => mails.length === 1,
    );
    return batch;
  }

  async function count(id: string, cards: number, isRecount = false) {
    const { version } = await storedOrder(sql, id);
    const body = { version, count: cards, condition: "ok", shelf: "", is_recount: isRecount };
    return product.post(`/api/admin/orders/${id}/check-in`, body, staff);
  }

  /** Skips the ten minutes in which an action can be undone. */
  async function tenMinutesLater(id: string): Promise<void> {
    await sql`update outbox set next_attempt_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
    await sql`update staff_actions set created_at = created_at - interval '10 minutes' where order_id = ${id}`;
    await product.runJob("/api/cron/outbox");
  }

  const undo = (actionId: string, body: object = {}) =>
    product.post(`/api/admin/staff-actions/${actionId}/undo`, body, staff);

  const isOfCount = ({ subject }: { subject: string }) => !/^Paid\.|What should we do\?/.test(subject);

  async function receiptsTo(email: string, wanted: number) {
    const mails = await eventually(
      () => emailsTo(email),
      (all) => all.filter(isOfCount).length === wanted,
    );
    return mails.filter(isOfCount);
  }

  test("emails a member once about the count, with a tracking link", async () => {
    const { token, email } = await product.person();
    const { id, batchId } = await aConfirmedBatch({ token }, email);
    expect((await count(id, 12)).status).toBe(200);
    expect((await count(id, 12)).status).toBe(409);
    expect((await count(id, 12, true)).status).toBe(200);
    await product.runJob("/api/cron/outbox");
    expect(await emailsTo(email)).toHaveLength(1);
    await tenMinutesLater(id);
    const [receipt, ...others] = await receiptsTo(email, 1);
    expect(others).toEqual([]);
    expect(receipt?.subject).toMatch(/^All 12 cards are here/);
    for (const words of ["All 12 cards are here", batchId]) expect(receipt?.text).toContain(words);
    const track = /https?:\/\/\S+\/track\/\S+/.exec(receipt?.text ?? "")?.[0] ?? "";
    const page = await fetch(product.appUrl + new URL(track).pathname);
    expect(textOf(await page.text())).toContain(batchId);
  });

  test("emails a guest about a differing count and its correction", async () => {
    const email = `counted-${randomUUID()}@example.com`;
    const { id } = await aConfirmedBatch({}, email);
    expect((await count(id, 9)).body).toMatchObject({ is_mismatch: true });
    await tenMinutesLater(id);
    const [first] = await receiptsTo(email, 1);
    expect(first?.text).toContain("9 of 12 cards are here");
    expect(first?.text).toContain("That's 3 fewer than you paid for.");
    expect(first?.text).toContain("we'll email you separately");
    expect(first?.text).toMatch(/\/track\//);
    expect(first?.text).not.toContain("/dashboard");
    await count(id, 12, true);
    await tenMinutesLater(id);
    const second = (await receiptsTo(email, 2)).at(-1);
    expect(second?.text).toContain("We counted again. Our last email said 9.");
    expect(second?.text).not.toContain("separately");
  });

  test("sends no email about an undone check-in", async () => {
    const { token, email } = await product.person();
    const { id } = await aConfirmedBatch({ token }, email);
    const wrong = await count(id, 9);
    const answer = await undo(wrong.body.action_id);
    expect(answer).toMatchObject({ status: 200, body: { results: [{ id, outcome: "undone" }] } });
    await tenMinutesLater(id);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test("refuses to undo an unknown action", async () => {
    expect(await undo(randomUUID())).toMatchObject({ status: 404 });
    expect(await undo("act")).toMatchObject({ status: 404 });
  });
});
