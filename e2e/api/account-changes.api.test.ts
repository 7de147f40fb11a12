import { randomUUID } from "node:crypto";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { aConfirmedAccount, confirming, linkBody, mailLink } from "../support/confirming.ts";

const product = new Product();
const OLD = PASSWORD;
const NEW = "another-password-1";

const signedIn = () => logInAsCustomer(product);
const logIn = async (email: string, password: string) =>
  (await product.post("/api/auth/login", { email, password })).status;
const useSession = async (cookie: string) =>
  (await product.post("/api/link-guest-orders", {}, { cookie })).status;

const change = (extra: object = {}) => ({
  currentPassword: OLD,
  password: NEW,
  confirmPassword: NEW,
  ...extra,
});

test("a password is changed with the current one; other sessions end, this one goes on", async () => {
  const me = await signedIn();
  const { cookie: elsewhere } = await product.post("/api/auth/login", { email: me.email, password: OLD });
  const answer = await product.post("/api/auth/password", change(), { cookie: me.cookie });
  expect(answer).toMatchObject({ status: 200, body: { othersEnded: true } });
  expect(await logIn(me.email, OLD)).toBe(401);
  expect(await logIn(me.email, NEW)).toBe(200);
  expect(await useSession(answer.cookie)).toBe(200);
  expect(await useSession(elsewhere)).toBe(401);
});

test.each([
  [
    "a wrong current password",
    { currentPassword: "wrong-password" },
    400,
    "The current password is not correct.",
  ],
  ["none", { currentPassword: "" }, 400, "Please enter your current password."],
  [
    "a short one",
    { password: "12345", confirmPassword: "12345" },
    400,
    "Password must be at least 6 characters",
  ],
  ["two different ones", { confirmPassword: `${NEW}x` }, 400, "Passwords do not match"],
])("%s changes no password", async (_, extra, status, error) => {
  const me = await signedIn();
  expect(await product.post("/api/auth/password", change(extra), { cookie: me.cookie })).toMatchObject({
    status,
    body: { error },
  });
  expect(await logIn(me.email, OLD)).toBe(200);
});

test("the same password again is told", async () => {
  const me = await signedIn();
  const same = change({ password: OLD, confirmPassword: OLD });
  const answer = await product.post("/api/auth/password", same, { cookie: me.cookie });
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/different/) } });
});

test("without a session nothing changes", async () => {
  expect((await product.post("/api/auth/password", change())).status).toBe(401);
  const email = `${randomUUID()}@example.com`;
  expect((await product.post("/api/auth/email", { email, currentPassword: OLD })).status).toBe(401);
});

test.each([
  ["by itself", product, async () => signedIn(), 1, product.setting("MAILBOX_URL")],
  ["by mail", confirming, async () => aConfirmedAccount(), 2, confirming.setting("MAILBOX_URL")],
])(
  "an email changes once both addresses confirm it, where the service confirms sign-ups %s",
  async (_, site, account, mails, mailbox) => {
    const me = await account();
    const email = anEmail();
    const logInAs = async (address: string) =>
      (await site.post("/api/auth/login", { email: address, password: OLD })).status;
    const { cookie } = await site.post("/api/auth/login", { email: me.email, password: OLD });
    const answer = await site.post("/api/auth/email", { email, currentPassword: OLD }, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { isChanged: false } });
    expect([await logInAs(me.email), await logInAs(email)]).toEqual([200, 401]);
    const confirm = async (link: URL) => (await site.post("/api/auth/confirm", linkBody(link))).status;
    expect(await confirm(await mailLink(me.email, mails, mailbox))).toBe(200);
    expect([await logInAs(me.email), await logInAs(email)]).toEqual([200, 401]);
    expect(await confirm(await mailLink(email, 1, mailbox))).toBe(200);
    expect([await logInAs(me.email), await logInAs(email)]).toEqual([401, 200]);
  },
);

test("an address is refused in words", async () => {
  const [me, other] = [await signedIn(), await signedIn()];
  const ask = (email: string, currentPassword = OLD) =>
    product.post("/api/auth/email", { email, currentPassword }, { cookie: me.cookie });
  const error = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    return [status, body.error];
  };
  expect(await error(ask(me.email.toUpperCase()))).toEqual([400, "This is your email address already."]);
  expect(await error(ask("nonsense"))).toEqual([400, "Please enter a valid email address."]);
  expect(await error(ask("a@example.com", "wrong-password"))).toEqual([
    400,
    "The current password is not correct.",
  ]);
  expect(await error(ask(other.email))).toEqual([
    400,
    "This email address cannot be used. Please choose another one.",
  ]);
});
