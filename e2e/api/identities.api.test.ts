import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { eventually, logInAsCustomer, Product } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";

/* Accounts of other sites at the sandbox's own auth service, which can disconnect them. */

const product = new Product();
const sql = database();
afterAll(() => sql.end());

/** A customer whose account of another site signs in here, too. */
async function connected() {
  const me = await logInAsCustomer(product);
  const id = randomUUID();
  const facts = { sub: id, email: me.email };
  await sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${id}, 'github', ${id}, ${me.userId}, ${sql.json(facts)})`;
  return { ...me, id };
}

const identitiesOf = async (userId: string) =>
  (await sql`select provider from auth.identities where user_id = ${userId} order by provider`).map(
    ({ provider }) => provider,
  );

test("one is disconnected with the password, and its person is told by mail", async () => {
  const me = await connected();
  const body = { currentPassword: PASSWORD, identityId: me.id };
  const wrong = { ...body, currentPassword: "another password" };
  expect((await product.post(apiPaths.identityRemove, wrong, me)).status).toBe(400);
  expect(await identitiesOf(me.userId)).toEqual(["email", "github"]);

  const answer = await product.post(apiPaths.identityRemove, body, me);
  expect(answer).toMatchObject({ status: 200, body: { isRemoved: true } });
  expect(await identitiesOf(me.userId)).toEqual(["email"]);
  await product.runJob(apiPaths.cronOutbox);
  await eventually(
    async () => (await mailsTo(me.email)).map(({ subject }) => subject),
    (subjects) => subjects.some((subject) => /GitHub account was disconnected/.test(subject)),
  );
});

test("the service keeps the last one, and those of others", async () => {
  const [me, other] = [await connected(), await connected()];
  const remove = async (id: string, token: string) => {
    const answer = await fetch(`${product.setting("SUPABASE_URL")}/auth/v1/user/identities/${id}`, {
      method: "DELETE",
      headers: { apikey: product.setting("SUPABASE_PUBLISHABLE_KEY"), authorization: `Bearer ${token}` },
    });
    return [answer.status, (await answer.json()).error_code];
  };
  expect(await remove(other.id, me.token)).toEqual([422, "identity_not_found"]);
  expect(await remove("x", me.token)).toEqual([404, "validation_failed"]);
  expect(await remove(me.id, "none")).toEqual([401, "no_authorization"]);
  expect(await remove(me.id, me.token)).toEqual([200, undefined]);
  const [last] = await sql`select id from auth.identities where user_id = ${me.userId}`;
  expect(await remove(String(last?.id), me.token)).toEqual([422, "single_identity_not_deletable"]);
  expect(await identitiesOf(other.userId)).toEqual(["email", "github"]);
});
