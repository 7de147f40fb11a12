import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { addAuthenticator, aWrongCode, codeOf } from "../../sandbox/builders/authenticator.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { eventually, logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { aProfile } from "../../sandbox/builders/profile.ts";
import { database, personClient } from "../../sandbox/builders/test-database.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** In front of an auth service that offers accounts of other sites and goes away when told so. */
const stubbed = new StubbedProduct();
const { stub, product: withSites } = stubbed;
/** Where nobody may protect an account with a second factor. */
const without = new StubbedProduct({ AUTH_SECOND_FACTOR: "" });
/** The sandbox itself. */
const product = new Product();
beforeAll(() => Promise.all([stubbed.start(), without.start()]));
afterAll(() => Promise.all([stubbed.stop(), without.stop()]));
afterAll(() => database().end());
afterEach(() => {
  stub.intercept = undefined;
});

const profile = async (on: Product, cookie: string, query = "") =>
  (await on.get(paths.profile + query, { cookie })).body;
const { authenticator: start, authenticatorConfirm: confirm, authenticatorRemove: remove } = apiPaths;
const proof = { currentPassword: PASSWORD };
const logIn = async (who: { email: string }) =>
  (await product.post(apiPaths.login, { email: who.email, password: PASSWORD })).body.redirectTo;
/** The words of the mails that somebody got about their ways in. */
const toldTo = async (email: string, on = product) => {
  await on.runJob(apiPaths.cronOutbox);
  const mails = await mailsTo(email, on.setting("MAILBOX_URL"));
  return mails.map(({ subject }) => subject);
};

describe("an authenticator app", () => {
  test("counts once its first code has come; then a log-in asks for one, and it goes with one", async () => {
    const me = await logInAsCustomer(product);
    const begun = await product.post(start, proof, me);
    const { factorId, secret: key } = begun.body;
    expect(begun).toMatchObject({ status: 200, body: { qr: { path: expect.any(String) } } });
    expect(await logIn(me)).toBe("/dashboard");

    expect(await product.post(confirm, { factorId, code: aWrongCode(key) }, me)).toMatchObject({
      status: 400,
      body: { error: "This code is not right. Please enter the one that your app shows now." },
    });
    const confirmed = await product.post(confirm, { factorId, code: codeOf(key) }, me);
    expect(confirmed).toMatchObject({ status: 200, body: { isOn: true } });
    expect(await logIn(me)).toMatch(/view=code/);
    expect(await profile(product, confirmed.cookie)).toContain("Turn off");

    expect(await product.post(start, { ...proof, code: codeOf(key) }, confirmed)).toMatchObject({
      status: 409,
    });
    const wrong = { ...proof, code: aWrongCode(key) };
    expect((await product.post(remove, wrong, confirmed)).status).toBe(400);
    expect(await logIn(me)).toMatch(/view=code/);
    expect(await product.post(remove, { ...proof, code: codeOf(key) }, confirmed)).toMatchObject({
      status: 200,
      body: { isOn: false },
    });
    expect(await logIn(me)).toBe("/dashboard");
    const told = await eventually(
      () => toldTo(me.email),
      (subjects) => subjects.length === 2,
    );
    // One delivery sends both, side by side.
    expect(told.sort()).toEqual(["Two-step sign-in is off", "Two-step sign-in is on"]);
  });

  test("keeps out a token of before its code: the database and each endpoint", async () => {
    const me = await logInAsCustomer(product);
    const read = () => personClient(me.token).from("profiles").select("user_id");
    expect((await read()).data).toHaveLength(1);
    const key = await addAuthenticator(database(), me.userId);
    expect((await read()).data).toEqual([]);
    for (const who of [{ token: me.token }, { cookie: me.cookie }]) {
      expect((await product.post(apiPaths.profile, aProfile(), who)).status).toBe(401);
      expect((await product.openCheckout(who)).status).toBe(401);
      expect((await product.post(apiPaths.createPortalSession, {}, who)).status).toBe(401);
    }
    const held = await product.post(apiPaths.login, { email: me.email, password: PASSWORD });
    const proven = await product.post(apiPaths.secondFactor, { code: codeOf(key) }, { cookie: held.cookie });
    expect(proven.status).toBe(200);
    const { cookie } = proven;
    expect((await product.post(apiPaths.profile, aProfile(), { cookie })).status).toBe(200);
  });

  test("is neither set up nor taken away by a session alone: it asks for the password", async () => {
    const me = await logInAsCustomer(product);
    for (const [path, body] of [
      [start, {}],
      [start, { currentPassword: "another password" }],
      [remove, { code: "123456" }],
      [remove, { currentPassword: "another password", code: "123456" }],
    ] as const) {
      expect((await product.post(path, body, me)).status).toBe(400);
    }
    const key = await addAuthenticator(database(), me.userId);
    const held = await product.post(apiPaths.login, { email: me.email, password: PASSWORD });
    const { cookie } = await product.post(
      apiPaths.secondFactor,
      { code: codeOf(key) },
      { cookie: held.cookie },
    );
    expect((await product.post(remove, { code: codeOf(key) }, { cookie })).status).toBe(400);
    expect((await product.post(remove, { ...proof, code: codeOf(key) }, { cookie })).status).toBe(200);
  });

  test("that was begun and left is dropped by the next one", async () => {
    const me = await logInAsCustomer(product);
    const first = (await product.post(start, proof, me)).body;
    const second = (await product.post(start, proof, me)).body;
    expect(second.factorId).not.toBe(first.factorId);
    const give = ({ factorId, secret }: typeof first) =>
      product.post(confirm, { factorId, code: codeOf(secret) }, me);
    expect((await give(first)).status).toBe(400);
    expect((await give(second)).status).toBe(200);
  });

  test("of somebody else is refused", async () => {
    const [me, other] = [await logInAsCustomer(product), await logInAsCustomer(product)];
    const { factorId, secret } = (await product.post(start, proof, other)).body;
    await product.post(start, proof, me);
    const answer = await product.post(confirm, { factorId, code: codeOf(secret) }, me);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/start again/) } });
    expect(await logIn(other)).toBe("/dashboard");
  });

  test("is neither set up nor taken away without a session, nor with a nonsense code", async () => {
    const me = await logInAsCustomer(product);
    for (const [path, body] of [
      [start, proof],
      [confirm, { factorId: "x", code: "123456" }],
      [remove, { ...proof, code: "123456" }],
    ] as const) {
      expect((await product.post(path, body)).status).toBe(401);
    }
    expect((await product.post(remove, { ...proof, code: "12345" }, me)).status).toBe(400);
    expect((await product.post(confirm, { factorId: "../x", code: "123456" }, me)).status).toBe(400);
  });

  test("waits for an auth service that is away", async () => {
    const me = await logInAsCustomer(withSites);
    stub.intercept = ({ path }) => (path.endsWith("/factors") ? { status: 503, body: {} } : undefined);
    expect((await withSites.post(start, proof, me)).status).toBe(503);
  });

  test("is not there where it is not offered", async () => {
    const me = await logInAsCustomer(without.product);
    expect(await without.product.post(start, proof, me)).toMatchObject({
      status: 404,
      body: { error: "Two-step sign-in is not available." },
    });
  });
});

describe("an account of another site", () => {
  async function connect(me: { cookie: string; email: string; password: string }) {
    const { body } = await withSites.post(apiPaths.identities, { ...proof, provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(body.url, { redirect: "manual" });
    return there.headers.get("location") ?? "";
  }

  test("is connected, shown and disconnected", async () => {
    const me = await logInAsCustomer(withSites);
    expect(await profile(withSites, me.cookie)).toContain("Connect<span");
    const begun = await withSites.post(apiPaths.identities, { ...proof, provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(begun.body.url, { redirect: "manual" });
    const back = new URL(there.headers.get("location") ?? "");
    expect([back.pathname, back.searchParams.get("for")]).toEqual([apiPaths.authCallback, "link"]);
    const cookie = [me.cookie, begun.cookie].filter(Boolean).join("; ");
    const returned = await withSites.get(back.pathname + back.search, { cookie });
    expect(returned.location).toBe(paths.profile);

    const shown = await profile(withSites, me.cookie);
    expect(shown).toContain(`elsewhere-${me.email}`);
    const id = stub.accounts.identitiesOf(me.email)[0];
    expect(await withSites.post(apiPaths.identityRemove, { ...proof, identityId: id }, me)).toMatchObject({
      status: 200,
    });
    expect(await profile(withSites, me.cookie)).not.toContain(`elsewhere-${me.email}`);
    expect((await withSites.post(apiPaths.identityRemove, { ...proof, identityId: id }, me)).status).toBe(
      200,
    );
  });

  test("is neither connected nor disconnected by a session alone: both ask for the password", async () => {
    const me = await logInAsCustomer(withSites);
    await connect(me);
    const [id] = stub.accounts.identitiesOf(me.email);
    for (const currentPassword of [undefined, "another password"]) {
      const wrong = { currentPassword };
      const begun = await withSites.post(apiPaths.identities, { ...wrong, provider: "github" }, me);
      expect(begun).toMatchObject({ status: 400, body: { error: expect.stringMatching(/password/) } });
      expect((await withSites.post(apiPaths.identityRemove, { ...wrong, identityId: id }, me)).status).toBe(
        400,
      );
    }
    expect(stub.accounts.identitiesOf(me.email)).toEqual([id]);
  });

  test("of a site that is not offered is refused, and nothing is without a session", async () => {
    const me = await logInAsCustomer(withSites);
    const ask = (provider: string, who = {}) =>
      withSites.post(apiPaths.identities, { ...proof, provider }, who);
    expect((await ask("apple", me)).status).toBe(400);
    expect((await ask("https://evil.example", me)).status).toBe(400);
    expect((await ask("google")).status).toBe(401);
    expect((await withSites.post(apiPaths.identityRemove, { ...proof, identityId: "x" })).status).toBe(401);
  });

  test("of somebody else cannot be disconnected", async () => {
    const [me, other] = [await logInAsCustomer(withSites), await logInAsCustomer(withSites)];
    await connect(other);
    const [id] = stub.accounts.identitiesOf(other.email);
    await withSites.post(apiPaths.identityRemove, { ...proof, identityId: id }, me);
    expect(stub.accounts.identitiesOf(other.email)).toEqual([id]);
  });

  test.each([
    ["error=access_denied", "refused"],
    ["error=server_error&error_code=identity_already_exists", "taken"],
    ["", "link"],
  ])("that does not come back (%s) is told on the profile", async (query, failed) => {
    const back = `${apiPaths.authCallback}?for=link&next=${paths.profile}&${query}`;
    expect((await withSites.get(back)).location).toBe(`${paths.profile}?failed=${failed}`);
  });

  test("that belongs to another account is explained there", async () => {
    const { cookie } = await logInAsCustomer(withSites);
    expect(await profile(withSites, cookie, "?failed=taken")).toContain("belongs to another account");
  });
});

test("while the auth service is away, the profile says that these cannot be shown", async () => {
  const { cookie } = await logInAsCustomer(withSites);
  stub.intercept = ({ path }) => (path.endsWith("/user") ? { status: 503, body: {} } : undefined);
  expect(await profile(withSites, cookie)).toContain("cannot be shown right now");
});
