import { addOrder, addOrders, addProfile, addSubscription, signUpStaff } from "../../sandbox/builders/rows";
import { connect, personClient, signedUp } from "../../sandbox/builders/test-database";

/* What the specification lets a caller read of the tables themselves: their fields, and its own queries. */

const sql = connect();
type Person = Awaited<ReturnType<typeof signedUp>>;
const ordersAs = (person: Person) => personClient(person.accessToken).from("grading_orders");
const ids = ({ data }: { data: { id: unknown }[] | null }) => data?.map(({ id }) => id);

/** A person with three paid orders, the newest first, and one that was never paid. */
async function aCollector() {
  const person = await signedUp(sql);
  const paid = await addOrders(sql, { userId: person.id, email: person.email }, 3);
  const [unpaid] = await addOrders(sql, { userId: person.id, email: person.email }, 1, {
    payment_status: "unpaid",
    submitted_at: new Date(0),
  });
  if (!unpaid) throw new Error("no order");
  return { person, paid, unpaid };
}

test("an order, a subscription and a profile have the fields of the specification", async () => {
  const { person, paid } = await aCollector();
  await addSubscription(sql, person.id);
  await addProfile(sql, person.id);
  const api = personClient(person.accessToken);
  const order = await api
    .from("grading_orders")
    .select(
      "id, batch_id, user_id, user_email, guest_email, plan_type, num_cards, grading_fee, total_paid, payment_status, fulfillment_status, submission_status, submitted_at, created_at, updated_at, notes, tracking_number, grading_submission_number, stripe_session_id, receipt_url",
    )
    .eq("id", paid[0]?.id ?? "")
    .single();
  expect(order).toMatchObject({ error: null, data: { batch_id: paid[0]?.batch_id, user_id: person.id } });
  const subscription = await api
    .from("subscriptions")
    .select(
      "user_id, plan_type, status, current_period_start, current_period_end, cancel_at_period_end, created_at",
    )
    .single();
  expect(subscription).toMatchObject({ error: null, data: { user_id: person.id, status: "active" } });
  const profile = await api
    .from("profiles")
    .select("full_name, phone, address_line1, address_line2, city, state, postal_code, country")
    .single();
  expect(profile).toMatchObject({ error: null, data: { full_name: "Casey Collector", country: "US" } });
});

test("the dashboard's paid orders, by account or by e-mail, newest first", async () => {
  const { person, paid } = await aCollector();
  const expected = paid.map(({ id }) => id);
  for (const [column, value] of [
    ["user_id", person.id],
    ["user_email", person.email],
  ] as const) {
    const read = await ordersAs(person)
      .select("*")
      .eq(column, value)
      .eq("payment_status", "paid")
      .order("submitted_at", { ascending: false });
    expect(ids(read)).toEqual(expected);
  }
});

test("the submit page's orders, paid or not, by account", async () => {
  const { person, paid, unpaid } = await aCollector();
  const read = await ordersAs(person).select("*").eq("user_id", person.id).order("submitted_at");
  expect(ids(read)).toEqual([unpaid, ...paid.toReversed()].map(({ id }) => id));
});

test("the confirmation's order, by its checkout session, once it is paid; nobody else's", async () => {
  const [{ person, paid, unpaid }, other] = [await aCollector(), await signedUp(sql)];
  const bySession = async (who: Person, session: string) =>
    ids(await ordersAs(who).select("*").eq("stripe_session_id", session).eq("payment_status", "paid"));
  expect(await bySession(person, paid[1]?.stripe_session_id ?? "")).toEqual([paid[1]?.id]);
  expect(await bySession(person, unpaid.stripe_session_id)).toEqual([]);
  expect(await bySession(other, paid[1]?.stripe_session_id ?? "")).toEqual([]);
});

test("all orders for staff, the newest first, those of guests as well", async () => {
  const { person, paid, unpaid } = await aCollector();
  const guests = await addOrder(sql, { submitted_at: new Date(Date.now() - 30_000) });
  const wanted = [paid[0], guests, paid[1], paid[2], unpaid].map((order) => order?.id ?? "");
  const all = async (who: Person) =>
    ids(await ordersAs(who).select("id").in("id", wanted).order("submitted_at", { ascending: false }));
  expect(await all(await signUpStaff(sql))).toEqual(wanted);
  expect(await all(person)).toEqual(wanted.filter((id) => id !== guests.id));
});
