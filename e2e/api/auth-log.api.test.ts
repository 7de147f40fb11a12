import { apiPaths } from "../../lib/base/api-paths.ts";
import { aWrongCode } from "../../sandbox/builders/authenticator.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { eventually, logInAsCustomer } from "../../sandbox/builders/product.ts";
import { signUpBody } from "../support/confirming.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/* What an app prints of how people get in and of what they change, by the account's id. */

const stubbed = new StubbedProduct();
const { product, stub } = stubbed;
beforeAll(() => stubbed.start(), 60_000);
afterAll(() => stubbed.stop());

/** The line of an event about an account; it is printed at its own time. */
async function lineOf(event: string, about: string): Promise<string> {
  const found = () => stubbed.lines.find((line) => line.includes(`"${event}"`) && line.includes(about));
  return (await eventually(async () => found() ?? "", Boolean)) as string;
}

test("a wrong first code of an app", async () => {
  const me = await logInAsCustomer(product);
  const begun = await product.post(apiPaths.authenticator, { currentPassword: PASSWORD }, me);
  const { factorId, secret } = begun.body;
  const answer = await product.post(
    apiPaths.authenticatorConfirm,
    { factorId, code: aWrongCode(secret) },
    me,
  );
  expect(answer).toMatchObject({ status: 400, body: { code: "code_wrong" } });
  expect(await lineOf("auth.code_wrong", me.userId)).toContain('"warn"');
});

test("an account of another site that was connected", async () => {
  const me = await logInAsCustomer(product);
  const ask = { currentPassword: PASSWORD, provider: "google" };
  const begun = await product.post(apiPaths.identities, ask, me);
  stub.visitor = me;
  const there = await fetch(begun.body.url, { redirect: "manual" });
  const back = new URL(there.headers.get("location") ?? "");
  const cookie = [me.cookie, begun.cookie].filter(Boolean).join("; ");
  expect((await product.get(back.pathname + back.search, { cookie })).location).toBe("/portal/profile");
  expect(await lineOf("auth.identity_linked", me.userId)).toContain("google");
});

test("a sign-up that opens a session at once", async () => {
  const from = stubbed.lines.length;
  expect((await product.post(apiPaths.signup, signUpBody(anEmail()))).body.isSignedIn).toBe(true);
  await eventually(
    async () => stubbed.lines.slice(from),
    (lines) => lines.some((line) => line.includes('"auth.signed_in"') && line.includes("sign_up")),
  );
});
