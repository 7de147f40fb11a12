import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { sign } from "../../lib/base/signing.ts";
import { addressHash, mailToken } from "../../lib/profile/notices/mail-token.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { aReminder, choicePageOf, levelOf } from "../support/mail-choice.ts";
import { sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const ONE_CLICK = "List-Unsubscribe=One-Click";
const FORM = "application/x-www-form-urlencoded";

/** What a mail program sends for one click: from nowhere, and without cookies. */
const click = (target: string, headers: Record<string, string> = {}) =>
  sendRaw(product.appUrl, {
    method: "POST",
    target,
    headers: { "content-type": FORM, ...headers },
    body: ONE_CLICK,
  });

test("one click on a mail turns off what can be, again and again the same", async () => {
  const { email, receipt, reminder } = await aReminder(product);
  expect(receipt.headers).not.toHaveProperty("list-unsubscribe");
  expect(receipt.html).not.toContain("/mail/");
  expect(reminder.headers["list-unsubscribe-post"]).toBe(ONE_CLICK);
  const [, address = ""] = /^<(\S+)>$/.exec(reminder.headers["list-unsubscribe"] ?? "") ?? [];
  const [target, page] = [new URL(address).pathname, choicePageOf(reminder)];
  expect([target, page]).toEqual([apiPaths.mailOff(mailToken(email)), paths.mail(mailToken(email))]);
  const origins: Record<string, string>[] = [{}, { origin: "https://mail.example" }, { origin: "null" }, {}];
  for (const headers of origins) {
    const answer = await click(target, headers);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { level: "needs_me" }]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  expect(await levelOf(email)).toBe("needs_me");
});

test("who only looks at the links of a mail changes nothing", async () => {
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
  expect(await levelOf(email)).toBe("all");
  expect((await sendRaw(product.appUrl, { target: paths.mail(token) })).body).not.toContain(email);
});

const jane = mailToken("jane@example.org");
const joe = mailToken("joe@example.org");
test.each([
  ["cut", jane.slice(0, -1)],
  ["longer", `${jane}A`],
  ["of two mails", joe.slice(0, 43) + jane.slice(43)],
  ["signed for something else", jane.slice(0, 43) + sign("tracking", addressHash("jane@example.org"))],
  ["made up", "A".repeat(86)],
  ["no token", "%00"],
])("a token that is %s opens nothing and changes nothing", async (_, token) => {
  expect((await click(apiPaths.mailOff(token))).status).toBe(404);
  const chosen = await product.post(apiPaths.mail(token), { level: "needs_me" });
  expect(chosen.status).toBe(404);
  expect(await levelOf("jane@example.org")).toBe("all");
  expect(await levelOf("joe@example.org")).toBe("all");
});

test("the page's own choice must come from a page of ours, and be one of the three", async () => {
  const email = anEmail();
  const target = apiPaths.mail(mailToken(email));
  const headers = { "content-type": "application/json", origin: "https://evil.example" };
  const foreign = await sendRaw(product.appUrl, {
    method: "POST",
    target,
    headers,
    body: JSON.stringify({ level: "needs_me" }),
  });
  expect(foreign.status).toBe(403);
  expect((await product.post(target, { level: "none" })).status).toBe(400);
  expect(await levelOf(email)).toBe("all");
  for (const level of ["milestones", "needs_me", "all"]) {
    expect((await product.post(target, { level })).body).toEqual({ level });
    expect(await levelOf(email)).toBe(level);
  }
});

test("an account chooses for its own address, and for no other", async () => {
  const { cookie, email } = await logInAsCustomer(product);
  const body = { level: "milestones", email: "jane@example.org" };
  expect((await product.post(apiPaths.profileMails, body, { cookie })).body).toEqual({ level: "milestones" });
  expect(await levelOf(email)).toBe("milestones");
  expect(await levelOf("jane@example.org")).toBe("all");
  expect((await product.post(apiPaths.profileMails, body)).status).toBe(401);
});
