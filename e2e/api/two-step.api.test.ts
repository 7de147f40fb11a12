import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { GOOD_CODE } from "../support/auth-stub.ts";
import { SECRET } from "../support/stub-accounts.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

const stubbed = new StubbedProduct();
const { stub, product } = stubbed;
beforeAll(() => stubbed.start());
afterAll(() => stubbed.stop());
afterEach(() => {
  stub.intercept = undefined;
});

const signedIn = () => logInAsCustomer(product);
const profile = async (cookie: string, query = "") => {
  const response = await fetch(product.appUrl + paths.profile + query, { headers: { cookie } });
  return response.text();
};
const { authenticator: start, authenticatorConfirm: confirm, authenticatorRemove: remove } = apiPaths;

describe("an authenticator app", () => {
  test("counts once its first code has come; then a log-in asks for one, and it goes with one", async () => {
    const me = await signedIn();
    const begun = await product.post(start, {}, me);
    expect(begun).toMatchObject({ status: 200, body: { secret: SECRET, qr: { path: expect.any(String) } } });
    const { factorId } = begun.body;
    expect((await product.post(apiPaths.login, me)).body.redirectTo).toBe("/dashboard");

    expect(await product.post(confirm, { factorId, code: "000000" }, me)).toMatchObject({
      status: 400,
      body: { error: "Invalid TOTP code entered" },
    });
    const confirmed = await product.post(confirm, { factorId, code: GOOD_CODE }, me);
    expect(confirmed).toMatchObject({ status: 200, body: { isOn: true } });
    expect((await product.post(apiPaths.login, me)).body.redirectTo).toMatch(/view=code/);
    expect(await profile(confirmed.cookie)).toContain("Turn off");

    expect(await product.post(start, {}, confirmed)).toMatchObject({ status: 409 });
    expect((await product.post(remove, { code: "000000" }, confirmed)).status).toBe(400);
    expect((await product.post(apiPaths.login, me)).body.redirectTo).toMatch(/view=code/);
    expect(await product.post(remove, { code: GOOD_CODE }, confirmed)).toMatchObject({
      status: 200,
      body: { isOn: false },
    });
    expect((await product.post(apiPaths.login, me)).body.redirectTo).toBe("/dashboard");
  });

  test("that was begun and left is dropped by the next one", async () => {
    const me = await signedIn();
    const first = (await product.post(start, {}, me)).body.factorId;
    const second = (await product.post(start, {}, me)).body.factorId;
    expect(second).not.toBe(first);
    expect((await product.post(confirm, { factorId: first, code: GOOD_CODE }, me)).status).toBe(400);
    expect((await product.post(confirm, { factorId: second, code: GOOD_CODE }, me)).status).toBe(200);
  });

  test("of somebody else is refused", async () => {
    const [me, other] = [await signedIn(), await signedIn()];
    const { factorId } = (await product.post(start, {}, other)).body;
    await product.post(start, {}, me);
    const answer = await product.post(confirm, { factorId, code: GOOD_CODE }, me);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/start again/) } });
    expect((await product.post(apiPaths.login, other)).body.redirectTo).toBe("/dashboard");
  });

  test("is neither set up nor taken away without a session, nor with a nonsense code", async () => {
    const me = await signedIn();
    for (const [path, body] of [
      [start, {}],
      [confirm, { factorId: "x", code: GOOD_CODE }],
      [remove, { code: GOOD_CODE }],
    ] as const) {
      expect((await product.post(path, body)).status).toBe(401);
    }
    expect((await product.post(remove, { code: "12345" }, me)).status).toBe(400);
    expect((await product.post(confirm, { factorId: "../x", code: GOOD_CODE }, me)).status).toBe(400);
  });

  test("waits for an auth service that is away", async () => {
    const me = await signedIn();
    stub.intercept = ({ path }) => (path.endsWith("/factors") ? { status: 503, body: {} } : undefined);
    expect((await product.post(start, {}, me)).status).toBe(503);
  });

  test("is not there where it is not offered", async () => {
    const plain = new Product();
    const { email } = await plain.person();
    const me = await plain.post(apiPaths.login, { email, password: PASSWORD });
    expect(await plain.post(start, {}, me)).toMatchObject({
      status: 404,
      body: { error: "Two-step sign-in is not available." },
    });
  });
});

describe("an account of another site", () => {
  async function connect(me: { cookie: string; email: string; password: string }) {
    const { body } = await product.post(apiPaths.identities, { provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(body.url, { redirect: "manual" });
    return there.headers.get("location") ?? "";
  }

  test("is connected, shown and disconnected", async () => {
    const me = await signedIn();
    expect(await profile(me.cookie)).toContain("Connect<span");
    const begun = await product.post(apiPaths.identities, { provider: "google" }, me);
    stub.visitor = me;
    const there = await fetch(begun.body.url, { redirect: "manual" });
    const back = new URL(there.headers.get("location") ?? "");
    expect([back.pathname, back.searchParams.get("for")]).toEqual([apiPaths.authCallback, "link"]);
    const cookie = [me.cookie, begun.cookie].filter(Boolean).join("; ");
    const returned = await fetch(back, { headers: { cookie }, redirect: "manual" });
    expect(returned.headers.get("location")).toBe(paths.profile);

    const shown = await profile(me.cookie);
    expect(shown).toContain(`elsewhere-${me.email}`);
    const id = stub.accounts.identitiesOf(me.email)[0];
    expect(await product.post(apiPaths.identityRemove, { identityId: id }, me)).toMatchObject({
      status: 200,
    });
    expect(await profile(me.cookie)).not.toContain(`elsewhere-${me.email}`);
    expect((await product.post(apiPaths.identityRemove, { identityId: id }, me)).status).toBe(200);
  });

  test("of a site that is not offered is refused, and nothing is without a session", async () => {
    const me = await signedIn();
    const ask = (provider: string, who = {}) => product.post(apiPaths.identities, { provider }, who);
    expect((await ask("apple", me)).status).toBe(400);
    expect((await ask("https://evil.example", me)).status).toBe(400);
    expect((await ask("google")).status).toBe(401);
    expect((await product.post(apiPaths.identityRemove, { identityId: "x" })).status).toBe(401);
  });

  test("of somebody else cannot be disconnected", async () => {
    const [me, other] = [await signedIn(), await signedIn()];
    await connect(other);
    const [id] = stub.accounts.identitiesOf(other.email);
    await product.post(apiPaths.identityRemove, { identityId: id }, me);
    expect(stub.accounts.identitiesOf(other.email)).toEqual([id]);
  });

  test.each([
    ["error=access_denied", "refused"],
    ["error=server_error&error_code=identity_already_exists", "taken"],
    ["", "link"],
  ])("that does not come back (%s) is told on the profile", async (query, failed) => {
    const back = `${product.appUrl}${apiPaths.authCallback}?for=link&next=${paths.profile}&${query}`;
    const answer = await fetch(back, { redirect: "manual" });
    expect(answer.headers.get("location")).toBe(`${paths.profile}?failed=${failed}`);
  });

  test("that belongs to another account is explained there", async () => {
    const { cookie } = await signedIn();
    expect(await profile(cookie, "?failed=taken")).toContain("belongs to another account");
  });
});

test("while the auth service is away, the profile says that these cannot be shown", async () => {
  const { cookie } = await signedIn();
  stub.intercept = ({ path }) => (path.endsWith("/user") ? { status: 503, body: {} } : undefined);
  expect(await profile(cookie)).toContain("cannot be shown right now");
});
