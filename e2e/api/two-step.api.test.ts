import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  addAuthenticator,
  aWrongCode,
  codeOf,
  dropAuthenticators,
  PASSWORD,
  sessionCookieOf,
} from "../../sandbox/builders/person.ts";
import {
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  waitUntil,
} from "../../sandbox/builders/product.ts";
import { addOrder, storedOrder } from "../../sandbox/builders/rows.ts";
import { database, visitorClient } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
afterAll(() => sql.end());

const { authenticator: start, authenticatorConfirm: confirm, authenticatorRemove: remove } = apiPaths;
const proof = { currentPassword: PASSWORD };
const redirectOf = async ({ email }: { email: string }) => (await login(email)).body.redirectTo;
const subjectsTo = async (email: string) => {
  await product.runJob(apiPaths.cronOutbox);
  return (await emailsTo(email)).map(({ subject }) => subject);
};
const login = (email: string) => product.post(apiPaths.login, { email, password: PASSWORD });
const submitCode = (code: string, cookie: string, next?: string) =>
  product.post(apiPaths.secondFactor, { code, next }, { cookie });
/** Logs in with password and code. */
const proven = async (email: string, key: string) => submitCode(codeOf(key), (await login(email)).cookie);

describe("an authenticator app", () => {
  test("turns on with the first code and off with a later one", async () => {
    const me = await logInAsCustomer(product);
    const begun = await product.post(start, proof, me);
    const { factorId, secret: key } = begun.body;
    expect(begun).toMatchObject({ status: 200, body: { qr: { path: expect.any(String) } } });
    expect(await redirectOf(me)).toBe("/dashboard");

    expect(await product.post(confirm, { factorId, code: aWrongCode(key) }, me)).toMatchObject({
      status: 400,
      body: { error: "That code is incorrect. Please enter the one your app shows now." },
    });
    const confirmed = await product.post(confirm, { factorId, code: codeOf(key) }, me);
    expect(confirmed).toMatchObject({ status: 200, body: { isOn: true } });
    expect(await redirectOf(me)).toMatch(/view=code/);
    const profile = await product.get(paths.profile, { cookie: confirmed.cookie });
    expect(profile.body).toContain("Turn off two-step sign-in");

    expect(await product.post(start, { ...proof, code: codeOf(key) }, confirmed)).toMatchObject({
      status: 409,
    });
    const wrong = { ...proof, code: aWrongCode(key) };
    expect((await product.post(remove, wrong, confirmed)).status).toBe(400);
    expect(await redirectOf(me)).toMatch(/view=code/);
    expect(await product.post(remove, { ...proof, code: codeOf(key) }, confirmed)).toMatchObject({
      status: 200,
      body: { isOn: false },
    });
    expect(await redirectOf(me)).toBe("/dashboard");
    const subjects = await waitUntil(
      () => subjectsTo(me.email),
      ({ length }) => length === 2,
    );
    expect(subjects.sort()).toEqual(["Two-step sign-in is off", "Two-step sign-in is on"]);
  });

  test("allows a large refund within 15 minutes of a code", async () => {
    const member = await logInAsStaff(product, sql);
    const key = await addAuthenticator(sql, member.userId);
    const paid = await payForBatch(product, sql, {}, { cards: 25, email: anEmail() });
    const body = { request_id: randomUUID(), amount_cents: 62_500, refunded_cents: 0, reason: "Lost" };
    const refund = (who: object) => product.post(staffApiPaths.refund(paid.id), body, who);
    const letAnHourPass = () => sql`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
      where session_id in (select id from auth.sessions where user_id = ${member.userId})`;

    const { auth } = visitorClient();
    const { data } = await auth.signInWithPassword({ email: member.email, password: PASSWORD });
    const factorId = data.user?.factors?.[0]?.id ?? "";
    await auth.mfa.challengeAndVerify({ factorId, code: codeOf(key) });
    await letAnHourPass();
    const token = (await auth.refreshSession()).data.session?.access_token;
    expect(await refund({ token })).toMatchObject({
      status: 403,
      body: { code: "second_factor_due", error: expect.stringMatching(/^Refunds above \$500 /) },
    });

    const { cookie } = await proven(member.email, key);
    expect((await product.get(`${paths.login}?view=code`, { cookie })).body).toContain("One more step");
    await letAnHourPass();
    const next = staffPaths.order(paid.id);
    expect((await submitCode(aWrongCode(key), cookie, next)).status).toBe(400);
    const again = await submitCode(codeOf(key), cookie, next);
    expect(again).toMatchObject({ status: 200, body: { redirectTo: next } });
    expect((await refund({ cookie: again.cookie })).status).toBe(200);
  });

  test("requires the password for setup and removal", async () => {
    const me = await logInAsCustomer(product);
    for (const [path, body] of [
      [start, {}],
      [start, { currentPassword: "another password" }],
      [remove, { code: "123456" }],
      [remove, { currentPassword: "another password", code: "123456" }],
    ] as const) {
      expect((await product.post(path, body, me)).status).toBe(400);
    }
    const key = await addAuthenticator(sql, me.userId);
    const { cookie } = await proven(me.email, key);
    expect((await product.post(remove, { code: codeOf(key) }, { cookie })).status).toBe(400);
    expect((await product.post(remove, { ...proof, code: codeOf(key) }, { cookie })).status).toBe(200);
  });

  test("rejects another person's setup", async () => {
    const [me, other] = [await logInAsCustomer(product), await logInAsCustomer(product)];
    const { factorId, secret } = (await product.post(start, proof, other)).body;
    await product.post(start, proof, me);
    const answer = await product.post(confirm, { factorId, code: codeOf(secret) }, me);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/start over/) } });
    expect(await redirectOf(other)).toBe("/dashboard");
  });
});

describe("a session that needs its code", () => {
  /** A customer with a paid batch and two sessions: one that still needs the code and one that has given it. */
  let customer: Awaited<ReturnType<typeof aCustomerWithoutCode>>;
  beforeAll(async () => {
    customer = await aCustomerWithoutCode();
  });
  async function aCustomerWithoutCode() {
    const me = await logInAsCustomer(product);
    const batch = await payForBatch(product, sql, { token: me.token });
    await sql`update public.grading_orders set notes = 'Mind the first one' where id = ${batch.id}`;
    const [row] = await sql<{ stripe_session_id: string }[]>`
    select stripe_session_id from public.grading_orders where id = ${batch.id}`;
    const key = await addAuthenticator(sql, me.userId);
    const { cookie } = await proven(me.email, key);
    // Giving the code ended earlier sessions.
    const { data } = await visitorClient().auth.signInWithPassword({ email: me.email, password: PASSWORD });
    if (!data.session) throw new Error("no session");
    const { expires_at: expiresAt = 0, ...started } = data.session;
    const withoutCode = `${sessionCookieOf({ ...started, expires_at: expiresAt })}; signed_in=1`;
    return { ...batch, session: row?.stripe_session_id ?? "", withoutCode, proven: cookie };
  }

  test("masks the confirmation and blocks its email until the code is given", async () => {
    const { session, batchId, withoutCode, proven } = customer;
    const paid = { session_id: session, batch_id: batchId };
    const page = `/submission-confirmation?session_id=${session}&batch_id=${batchId}`;
    const seen = async (cookie: string) => {
      const { body } = await product.post(apiPaths.processSubmissionPayment, paid, { cookie });
      const mail = await product.post(apiPaths.sendSubmissionEmail, { batchId }, { cookie });
      const { body: html } = await product.get(page, { cookie });
      return [
        body.submission.isMasked,
        body.submission.notes,
        mail.status,
        html.includes("Mind the first one"),
      ];
    };
    expect(await seen(withoutCode)).toEqual([true, null, 404, false]);
    expect(await seen(proven)).toEqual([false, "Mind the first one", 200, true]);
  });

  test("redirects account pages to the login with the reason", async () => {
    const { id, batchId, withoutCode, proven } = customer;
    const pages = [paths.dashboard, paths.profile, paths.submit, paths.label(id), paths.slip(id)];
    for (const path of [...pages, `${paths.dashboard}?batch=${batchId}`]) {
      const led = await product.get(path, { cookie: withoutCode });
      const to = `/login?next=${encodeURIComponent(path)}&failed=code`;
      expect({ path, status: led.status, location: led.location }).toEqual({
        path,
        status: 307,
        location: to,
      });
      expect((await product.get(path, { cookie: proven })).status).toBe(200);
    }
    const login = await product.get(`/login?next=${paths.profile}&failed=code`, { cookie: withoutCode });
    expect(login.body).toContain("Log in again and enter your code.");
    expect(login.body).toContain("Log in to open your profile");
    for (const query of ["failed=code", "view=forgot", "view=resend"]) {
      const address = `/login?next=${paths.profile}&${query}`;
      expect((await product.get(address, { cookie: withoutCode })).body).not.toContain("One moment");
      expect((await product.get(address, { cookie: proven })).body).toContain("One moment");
    }
  });
});

describe("staff who owe their code", () => {
  test("rejects staff reads and writes without the second factor", async () => {
    const staff = await logInAsStaff(product, sql);
    const order = await addOrder(sql);
    const save = (notes: string, version: number) =>
      product.post(staffApiPaths.order(order.id), { version, changes: { internal_notes: notes } }, staff);
    expect((await save("before", order.version)).status).toBe(200);
    const { version } = await storedOrder(sql, order.id);

    await addAuthenticator(sql, staff.userId);
    expect((await save("after", version)).status).toBe(401);
    expect(await storedOrder(sql, order.id)).toMatchObject({ internal_notes: "before" });
    const profile = await fetch(`${product.appUrl}${staffApiPaths.userProfile}?user_id=${staff.userId}`, {
      headers: { "x-admin-token": staff.token },
    });
    expect(profile.status).toBe(401);
    for (const cookie of [staff.cookie, staff.cookie.replace(/(?<=^|; )staff-role=[^;]*/, "")]) {
      const page = await product.get(staffPaths.orders, { cookie });
      expect(page).toMatchObject({ status: 200, body: expect.stringContaining("One more step") });
      expect(page.body).not.toMatch(new RegExp(`data-order=|${order.batch_id}`));
    }

    await dropAuthenticators(sql, staff.userId);
    expect((await save("after", version)).status).toBe(200);
  });
});
