import { paths, withQuery } from "../../lib/base/paths.ts";
import { staffPaths } from "../../lib/base/staff-paths.ts";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids.ts";
import { logInAsCustomer, logInAsStaff, Product, type SignedIn } from "../../sandbox/builders/product.ts";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random.ts";
import { addOrder, addProfile } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";
import { runConcurrently } from "../support/concurrency.ts";
import { type Probe, probesFor } from "../support/gate-probes.ts";
import { type RawAnswer, sendRaw } from "../support/raw-request.ts";

const product = new Product();
const sql = database();

const secret = { email: anEmail(), notes: uniqueToken(), name: uniqueToken() };
let customer: SignedIn;
let owner: SignedIn;
let stranger: SignedIn;
let ofCustomer: string[];
let ofStaff: string[];
let secrets: string[];

beforeAll(async () => {
  [customer, stranger, owner] = await Promise.all([
    logInAsCustomer(product),
    logInAsCustomer(product),
    logInAsStaff(product, sql, "owner"),
  ]);
  await addProfile(sql, customer.userId, { full_name: secret.name });
  const { userId: user_id, email: user_email } = customer;
  const order = await addOrder(sql, {
    user_id,
    user_email,
    guest_key: null,
    guest_email: null,
    notes: secret.notes,
  });
  ofCustomer = [paths.dashboard, paths.profile, paths.label(order.id)];
  ofStaff = [
    ...[staffPaths.orders, staffPaths.receive, staffPaths.grader, staffPaths.returns],
    ...[staffPaths.reconcile, staffPaths.numbers, staffPaths.activity, staffPaths.people],
    staffPaths.order(order.id),
  ];
  secrets = [customer.email, owner.email, secret.notes, secret.name, order.batch_id];
});
afterAll(() => sql.end());

function send(probe: Probe, cookie = ""): Promise<RawAnswer> {
  const cookies = [cookie, probe.headers.cookie].filter(Boolean).join("; ");
  return sendRaw(product.appUrl, {
    ...probe,
    headers: { ...probe.headers, ...(cookies ? { cookie: cookies } : {}) },
  });
}

const leaksOf = ({ body, location }: RawAnswer) => secrets.filter((word) => (body + location).includes(word));
/** Returns whether the response redirects to another site. Ignores targets that name that host themselves. */
const isAway = ({ location }: RawAnswer, { target }: Probe) =>
  location !== "" &&
  location !== target &&
  new URL(location, product.appUrl).origin !== new URL(product.appUrl).origin;

/** Returns the probes that leaked, failed or redirected to another site. */
async function throughOf(probes: Probe[], cookie: string) {
  const seen = await runConcurrently(probes, async (probe) => ({ probe, ...(await send(probe, cookie)) }));
  return seen
    .filter((one) => one.status >= 500 || leaksOf(one).length > 0 || isAway(one, one.probe))
    .map((one) => ({ ...one.probe, status: one.status, location: one.location, leaks: leaksOf(one) }));
}

const drawn = (pages: string[], count: number) =>
  shuffle(pages.flatMap(probesFor), seeded(SEED)).slice(0, count);

test("shows the probed secrets to users allowed to read them", async () => {
  for (const target of ofCustomer)
    expect(leaksOf(await send({ target, method: "GET", headers: {} }, customer.cookie))).not.toEqual([]);
  for (const target of [...ofStaff, withQuery(staffPaths.userProfile, { user_id: customer.userId })])
    expect(leaksOf(await send({ target, method: "GET", headers: {} }, owner.cookie))).not.toEqual([]);
});

test("opens no page to a visitor by any URL spelling or header", async () => {
  const probes = drawn([...ofCustomer, ...ofStaff], 2_000);
  expect(await throughOf(probes, "")).toEqual([]);
}, 900_000);

test("opens no staff page to a customer by any URL spelling or header", async () => {
  const probes = drawn(ofStaff, 1_000);
  const paged = ofStaff.filter((page) => probes.some(({ target }) => target.includes(page)));
  expect(paged.length).toBe(ofStaff.length);
  expect(await throughOf(probes, stranger.cookie)).toEqual([]);
}, 900_000);
