import { apiPaths } from "../../lib/base/api-paths.ts";
import { paths } from "../../lib/base/paths.ts";
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

test("a page of their own leads to the log-in, which says why, and from there back", async () => {
  const { id, batchId, owing, proven } = await anOwingCustomer();
  const pages = [paths.dashboard, paths.profile, paths.submit, paths.label(id), paths.slip(id)];
  for (const path of [...pages, `${paths.dashboard}?batch=${batchId}`]) {
    const led = await product.get(path, { cookie: owing });
    const to = `/login?next=${encodeURIComponent(path)}&failed=code`;
    expect({ path, status: led.status, location: led.location }).toEqual({ path, status: 307, location: to });
    expect((await product.get(path, { cookie: proven })).status).toBe(200);
  }
  const login = await product.get(`/login?next=${paths.profile}&failed=code`, { cookie: owing });
  expect(login.body).toContain("asks for the code of your authenticator app");
  expect(login.body).toContain("Log in to open your profile");
  const sideSteps = ["failed=code", "view=forgot", "view=resend"];
  for (const step of sideSteps) {
    const address = `/login?next=${paths.profile}&${step}`;
    expect((await product.get(address, { cookie: owing })).body).not.toContain("One moment");
    expect((await product.get(address, { cookie: proven })).body).toContain("One moment");
  }
});

test("nothing is made up: what has no right to an answer gets none", async () => {
  const { owing, proven } = await anOwingCustomer();
  for (const path of [apiPaths.profile, apiPaths.membership]) {
    const answer = await product.get(path, { cookie: owing });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: "Please log in to continue." });
    expect((await product.get(path, { cookie: proven })).status).toBe(200);
  }
});
