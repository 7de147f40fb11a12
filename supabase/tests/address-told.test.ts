import { aHash } from "../../sandbox/builders/ids";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";
import { addressActs, moved, old } from "./address-acts";

/* Until when it is asked where graded cards go stands wherever it is said what comes next. */

const sql = connect();
// The job's work is one queue.
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});
const { aBatch, save, grade, decide } = addressActs(sql, () => acts);
const server = serverClient();

type Dated = { address_asked_until: string | null };
type Dashboard = {
  recent: Dated[];
  orders: Dated[];
  batch: { homeward: { asked_until: string | null } };
};

test("its owner, whoever has the link, the mails and the receipt are told, as long as it is open", async () => {
  const person = await signedUp(sql);
  await save(person.id, old);
  const { order } = await aBatch({ user_id: person.id, received_count: 10 });
  const p_token_hash = aHash();
  await sql`insert into tracking_links (order_id, token_hash) values (${order.id}, ${p_token_hash})`;
  const told = async () => {
    const args = { p_batch: order.batch_id };
    const page = await call<Dashboard>(personClient(person.accessToken), "get_dashboard", args);
    const tracked = await call<Dashboard["batch"]>(server, "get_tracked_order", { p_token_hash });
    const mail = await call<{ order: Dated }>(server, "get_order_for_email", { p_order_id: order.id });
    const receipt = await call<Dated>(server, "get_custody_receipt", { p_order_id: order.id });
    return [
      ...[...page.recent, ...page.orders, mail.order, receipt].map((one) => one.address_asked_until),
      ...[page.batch, tracked].map(({ homeward }) => homeward.asked_until),
    ];
  };
  const nowhere = Array(6).fill(null);
  expect(await told()).toEqual(nowhere);
  await save(person.id, moved);
  await grade(order);
  const [question] = await sql<
    { until_at: Date }[]
  >`select until_at from address_questions where order_id = ${order.id}`;
  const until = (await told()).map((at) => at && new Date(at));
  expect(until).toEqual(Array(6).fill(question?.until_at));
  await sql`update address_questions set until_at = now() - interval '1 second' where order_id = ${order.id}`;
  expect(await told()).toEqual(nowhere);
  await sql`update address_questions set until_at = now() + interval '1 hour' where order_id = ${order.id}`;
  expect(await decide(order, person.id, "profile")).toBe("decided");
  expect(await told()).toEqual(nowhere);
});
