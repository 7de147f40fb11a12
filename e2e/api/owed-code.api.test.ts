import { apiPaths } from "../../lib/base/api-paths.ts";
import { addAuthenticator, codeOf } from "../../sandbox/builders/authenticator.ts";
import { PASSWORD } from "../../sandbox/builders/person.ts";
import { logInAsCustomer, Product, payForBatch } from "../../sandbox/builders/product.ts";
import { database } from "../../sandbox/builders/test-database.ts";

/* A session of before the first code, of an account that has an authenticator app since: it is nobody's until its code. */

const product = new Product();
const sql = database();
afterAll(() => sql.end());

/** A customer with a paid batch who has set up an app elsewhere: the session that owes the code, and one that has given it. */
async function anOwingCustomer() {
  const me = await logInAsCustomer(product);
  const batch = await payForBatch(product, sql, { token: me.token });
  await sql`update public.grading_orders set notes = 'Mind the first one' where id = ${batch.id}`;
  const [row] = await sql<{ stripe_session_id: string }[]>`
    select stripe_session_id from public.grading_orders where id = ${batch.id}`;
  const key = await addAuthenticator(sql, me.userId);
  const held = await product.post(apiPaths.login, { email: me.email, password: PASSWORD });
  const proven = await product.post(apiPaths.secondFactor, { code: codeOf(key) }, { cookie: held.cookie });
  return { ...batch, session: row?.stripe_session_id ?? "", owing: me.cookie, proven: proven.cookie };
}

test("a confirmation is masked, and its mail is not sent again, until the code is given", async () => {
  const { session, batchId, owing, proven } = await anOwingCustomer();
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
  expect(await seen(owing)).toEqual([true, null, 404, false]);
  expect(await seen(proven)).toEqual([false, "Mind the first one", 200, true]);
});
