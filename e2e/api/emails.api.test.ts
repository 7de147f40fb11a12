import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { mailToken } from "../../lib/profile/mail-token.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { logInAsCustomer, Product, payForBatch, waitUntil } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { aReminder, choicePageOf, wantsOptionalEmails } from "../support/email-settings.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

describe("the confirmation of a batch", () => {
  const PATH = "/api/sendSubmissionEmail";

  async function aConfirmedBatch(email: string) {
    const batch = await payForBatch(product, sql, {}, { email });
    await waitUntil(
      () => emailsTo(email),
      (mails) => mails.length > 0,
    );
    return batch;
  }

  test("ignores recipient, amounts and links in the body", async () => {
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
    const mails = await waitUntil(
      () => emailsTo(email),
      (list) => list.length === 2,
    );
    expect(await emailsTo(victim)).toEqual([]);
    for (const mail of mails) {
      expect(mail.text).toContain("$50.00");
      expect(`${mail.html}${mail.text}`).not.toMatch(/evil\.example|Claim your prize|9,999|9999 cards/);
    }
  });
});

describe("which emails people choose", () => {
  const ONE_CLICK = "List-Unsubscribe=One-Click";
  const FORM = "application/x-www-form-urlencoded";

  /** One-click unsubscribe as an email client sends it, without origin or cookies. */
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

  test("changes nothing on GET or HEAD requests to an email's links", async () => {
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

  test("stores an account's email choice only for its own address", async () => {
    const { cookie, email } = await logInAsCustomer(product);
    const body = { wanted: false, email: "jane@example.org" };
    expect((await product.post(apiPaths.profileEmails, body, { cookie })).body).toEqual({ wanted: false });
    expect(await wantsOptionalEmails(email)).toBe(false);
    expect(await wantsOptionalEmails("jane@example.org")).toBe(true);
    expect((await product.post(apiPaths.profileEmails, body)).status).toBe(401);
  });
});
