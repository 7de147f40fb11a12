import postgres from "postgres";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { addAuthenticator, aWrongCode, codeOf } from "../../sandbox/builders/authenticator.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { COLLECTOR } from "../../sandbox/builders/person.ts";
import { aConfirmedAccount, confirming, mailLink, signUpBody } from "../support/confirming.ts";

const confirmingDatabase = postgres(confirming.setting("SANDBOX_DATABASE_URL"), {
  max: 1,
  onnotice: () => {},
});
afterAll(() => confirmingDatabase.end());
const NEW = "a-better-password-1";
const REFUSED = "This link has expired or was already used. Ask for a new one and open it within an hour.";
const reset = (link: URL, password = NEW, confirmPassword = password, cookie = "") =>
  confirming.post(
    apiPaths.resetPassword,
    { tokenHash: link.searchParams.get("token_hash"), password, confirmPassword },
    { cookie },
  );
const logIn = (email: string, password: string) => confirming.post(apiPaths.login, { email, password });

/** A recovery link for a new account; its first mail was the confirmation. */
async function aRecovery() {
  const account = await aConfirmedAccount();
  const asked = await confirming.post(apiPaths.recover, { email: ` ${account.email} ` });
  expect(asked).toMatchObject({ status: 200, body: { sent: true } });
  return { ...account, link: await mailLink(account.email, 2) };
}

describe("a forgotten password", () => {
  test("the mail's link sets a new one, once, signs in, and ends every other session", async () => {
    const { email, password, link } = await aRecovery();
    const elsewhere = await logIn(email, password);
    expect(link.pathname + link.search).toMatch(/^\/login\?token_hash=[\w-]+&type=recovery$/);
    // A mail scanner opens the link: that must not use it up.
    const opened = async () => (await fetch(confirming.appUrl + link.pathname + link.search)).text();
    expect(await opened()).toContain("Set new password");

    const answer = await reset(link);
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: "/dashboard", linkedCount: 0 } });
    expect(answer.cookie).toMatch(/sb(\.0)?=base64/);
    expect(JSON.stringify(answer.body)).not.toMatch(/eyJ/);
    expect((await confirming.post(apiPaths.linkGuestOrders, {}, { cookie: answer.cookie })).status).toBe(200);
    expect((await confirming.post(apiPaths.linkGuestOrders, {}, { cookie: elsewhere.cookie })).status).toBe(
      401,
    );

    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, NEW)).status).toBe(200);
    expect(await opened()).toContain("This link has expired or was already used.");
    expect(await reset(link, "another-password-2")).toMatchObject({ status: 400, body: { error: REFUSED } });
    expect((await logIn(email, NEW)).status).toBe(200);
  });

  test("a password that the service refuses may be mended with the same link, in the same browser only", async () => {
    const { email, password, link } = await aRecovery();
    const same = await reset(link, password);
    expect(same).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/different from the old/) },
    });
    expect(same.cookie).not.toMatch(/sb(\.0)?=[^;\s]/);
    expect(same.headers.getSetCookie().join()).toMatch(/recovery=[^;]+;.*HttpOnly/i);

    expect(await reset(link)).toMatchObject({ status: 400, body: { error: REFUSED } });
    expect((await reset(link, NEW, NEW, same.cookie)).status).toBe(200);
    expect((await logIn(email, NEW)).status).toBe(200);
  });

  test("the mail does not stand for the code of an authenticator app", async () => {
    const { email, password, link } = await aRecovery();
    const [row] = await confirmingDatabase`select id from auth.users where email = ${email}`;
    const key = await addAuthenticator(confirmingDatabase, row?.id);
    const asked = await reset(link);
    expect(asked).toMatchObject({ status: 403, body: { code: "code_needed" } });
    expect(asked.cookie).not.toMatch(/sb(\.0)?=[^;\s]/);
    const withCode = (code: string) =>
      confirming.post(
        apiPaths.resetPassword,
        { tokenHash: link.searchParams.get("token_hash"), password: NEW, confirmPassword: NEW, code },
        { cookie: asked.cookie },
      );
    expect((await withCode(aWrongCode(key))).status).toBe(400);
    expect((await logIn(email, password)).status).toBe(200);
    expect((await withCode(codeOf(key))).status).toBe(200);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, NEW)).body.redirectTo).toMatch(/view=code/);
  });

  test("the kept recovery is no session, and opens nothing with another link", async () => {
    const { password, link } = await aRecovery();
    const { cookie } = await reset(link, password);
    expect((await confirming.post(apiPaths.linkGuestOrders, {}, { cookie })).status).toBe(401);
    const other = new URL(link);
    other.searchParams.set("token_hash", "0".repeat(56));
    expect((await reset(other, NEW, NEW, cookie)).status).toBe(400);
    // The tenth from the end: the last one of base64 has spare bits, so another there may mean the same.
    const forged = cookie.replace(/.(?=.{9}$)/, (one) => (one === "A" ? "B" : "A"));
    expect((await reset(link, NEW, NEW, forged)).status).toBe(400);
  });

  test.each([
    ["", "", "Please fill in all fields"],
    ["12345", "12345", "Password must be at least 6 characters"],
    [NEW, "another", "Passwords do not match"],
    ["x".repeat(73), "x".repeat(73), "Password must be at most 72 characters"],
  ])("%j, %j: %s, and the link stays unused", async (password, confirmation, error) => {
    const link = new URL(`${confirming.appUrl}/login?token_hash=${"0".repeat(56)}&type=recovery`);
    expect(await reset(link, password, confirmation)).toMatchObject({ status: 400, body: { error } });
  });

  test("without a link there is nothing to set", async () => {
    const { cookie } = await logIn(COLLECTOR.email, COLLECTOR.password);
    const body = { password: NEW, confirmPassword: NEW };
    expect((await confirming.post(apiPaths.resetPassword, body, { cookie })).status).toBe(400);
    expect((await logIn(COLLECTOR.email, COLLECTOR.password)).status).toBe(200);
  });
});

describe("nobody learns who has an account", () => {
  test.each([apiPaths.recover, apiPaths.resend])("%s answers the same to all", async (path) => {
    const known = (await aConfirmedAccount()).email;
    const waiting = anEmail();
    await confirming.post(apiPaths.signup, signUpBody(waiting));
    const asked = [known, known, waiting, waiting, anEmail()].map((email) =>
      confirming.post(path, { email }),
    );
    const answers = (await Promise.all(asked)).map(({ status, body }) => ({ status, body }));
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: { sent: true } })));
  });

  test.each([
    ["", "Please enter your email address."],
    ["nobody", "Please enter a valid email address."],
    [`${"a".repeat(250)}@example.com`, "Please enter a valid email address."],
  ])("%j: %s", async (email, error) => {
    expect(await confirming.post(apiPaths.recover, { email })).toMatchObject({
      status: 400,
      body: { error },
    });
  });
});
