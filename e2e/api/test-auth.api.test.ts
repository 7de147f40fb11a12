import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { sandboxNamed } from "../../sandbox/builders/named-sandbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

const product = new Product();
const send = (body: object, who = product) => who.post(apiPaths.testAuth, body);

test("signs up and in, in the auth service's own words, and leaves no session", async () => {
  const account = { email: anEmail(), password: PASSWORD };
  const created = await send({ action: "sign-up", ...account });
  expect(created).toMatchObject({
    status: 200,
    body: { isOk: true, message: `Signed up: ${account.email}` },
  });
  const signedIn = await send({ action: "sign-in", ...account });
  expect(signedIn.body).toMatchObject({ isOk: true, message: `Signed in: ${account.email}` });
  for (const { cookie, body } of [created, signedIn]) {
    expect(cookie).not.toMatch(/sb(\.\d)?=[^;\s]/);
    expect(JSON.stringify(body)).not.toMatch(/eyJ/);
  }
});

test.each([
  ["sign-in", {}, "You must provide either an email or phone number and a password"],
  ["sign-up", { password: PASSWORD }, "You must provide either an email or phone number and a password"],
  ["sign-in", { email: anEmail(), password: "wrong" }, "Invalid login credentials"],
])("%s with %j: %s", async (action, fields, message) => {
  const answer = await send({ action, ...fields });
  expect(answer).toMatchObject({ status: 200, body: { isOk: false, message } });
});

describe("in production", () => {
  let app: AppProcess;
  afterEach(() => app.kill());

  test("leads home unless it is switched on", async () => {
    const settings = await atOwnAddress(sandboxNamed("appless"));
    const page = () => fetch(`${settings.APP_URL}/test-auth`, { redirect: "manual" });
    // Whatever is not the sandbox's key stands for hosted services.
    app = new AppProcess({ ...settings, SUPABASE_SECRET_KEY: "sb_secret_of_production" });
    await app.start();
    const answer = await page();
    expect(answer.status).toBe(307);
    expect(answer.headers.get("location")).toBe("/");
    await app.kill();
    await app.start({ ENABLE_TEST_AUTH: "1" });
    expect(await (await page()).text()).toContain("Test Sign In");
  });
});
