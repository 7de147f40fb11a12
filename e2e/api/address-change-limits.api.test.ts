import { apiPaths } from "../../lib/base/api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { anAddress } from "../support/limited-use.ts";
import { StubbedProduct } from "../support/stubbed-product.ts";

/** An app with the limits of production, behind a proxy that says where a call comes from. */
const strict = new StubbedProduct({ RATE_LIMIT_SCALE: "1", TRUSTED_PROXY_HOPS: "1" });
const { product } = strict;

beforeAll(() => strict.start(), 60_000);
afterAll(() => strict.stop());

test("a change of address that sends no mail uses up none: the limit of mails counts mails", async () => {
  const [me, other] = [await product.person(), await product.person()];
  const address = anAddress();
  // Of an address of its own: a log-in of everybody's would count against all other tests.
  const { cookie } = await product.post(apiPaths.login, { email: me.email, password: PASSWORD }, { address });
  const ask = async (email: string, currentPassword = PASSWORD) => {
    const body = { email, currentPassword };
    return (await product.post(apiPaths.changeEmail, body, { cookie, address })).status;
  };
  expect(await ask(anEmail(), "not my password")).toBe(400);
  expect(await ask(me.email)).toBe(400);
  expect(await ask(other.email)).toBe(400);
  expect(await ask(anEmail())).toBe(200);
  expect(await ask(anEmail())).toBe(200);
  expect(await ask(anEmail())).toBe(429);
});
