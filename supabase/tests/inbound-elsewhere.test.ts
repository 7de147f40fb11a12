import { aGuestKey, aMark, anEmail } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, signUp } from "../../sandbox/builders/test-database";

/* One box may hold several batches, of friends too: a carrier's number that another batch has is taken, and told. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

type Other = { id: string; batch_id: string; is_same_owner: boolean } | null;
const aNumber = () => `9400${Math.random().toString().slice(2, 20).padEnd(18, "0")}`;
const aGuest = (columns: OrderColumns = {}) => ({
  guest_email: anEmail(),
  guest_key: aGuestKey(),
  ...columns,
});
const checkIn = async (id: string, number: string) => {
  const answer = await acts.checkIn(id, 10, { p_inbound_tracking: number });
  return answer.order as unknown as { inbound_tracking: string; inbound_elsewhere: Other };
};

test("the number of another customer's batch is taken, and that batch is named", async () => {
  const number = aNumber();
  const other = await addOrder(sql, aGuest({ inbound_tracking: number }));
  const { id } = await addOrder(sql, aGuest());
  expect(await checkIn(id, number)).toMatchObject({
    inbound_tracking: number,
    inbound_elsewhere: { id: other.id, batch_id: other.batch_id, is_same_owner: false },
  });
});

test.each<[string, () => Promise<[OrderColumns, OrderColumns]>]>([
  [
    "account",
    async () => {
      const { id } = await signUp();
      return [{ user_id: id }, { user_id: id }];
    },
  ],
  [
    "browser",
    async () => {
      const key = aGuestKey();
      return [aGuest({ guest_key: key }), aGuest({ guest_key: key })];
    },
  ],
  [
    "address",
    async () => {
      const email = anEmail();
      return [aGuest({ guest_email: email }), aGuest({ guest_email: email.toUpperCase() })];
    },
  ],
])("a batch of the same %s is told as one", async (_, owners) => {
  const number = aNumber();
  const [one, two] = await owners();
  const other = await addOrder(sql, { ...one, inbound_tracking: number });
  const { id } = await addOrder(sql, two);
  expect((await checkIn(id, number)).inbound_elsewhere).toMatchObject({ id: other.id, is_same_owner: true });
});

test.each(["1z 999aa-", "1Z999AA"])(
  "however a number is typed at the desk (%s…), it is stored as one",
  async (start) => {
    const rest = aNumber().slice(0, 12);
    const number = `1Z999AA${rest}`;
    const typed = `${start}${rest.slice(0, 6)} ${rest.slice(6)} `;
    const counted = await addOrder(sql, aGuest());
    expect(await checkIn(counted.id, typed)).toMatchObject({ inbound_tracking: number });
    const matched = await addOrder(sql, aGuest());
    const { package: kept } = await acts.write<{ package: { id: string } }>("staff_add_package", {
      p_tracking_number: typed,
      p_sender: aMark(),
    });
    const { order } = await acts.write<{ order: object }>("staff_match_package", {
      p_package_id: kept.id,
      p_order_id: matched.id,
    });
    expect(order).toMatchObject({
      inbound_tracking: number,
      inbound_elsewhere: { id: counted.id, is_same_owner: false },
    });
  },
);

test("a number of nothing but spaces and dashes is none", async () => {
  const { id } = await addOrder(sql, aGuest());
  expect(await checkIn(id, " - ")).toMatchObject({ inbound_tracking: null, inbound_elsewhere: null });
});

test("of two, one of another owner is named", async () => {
  const [number, owner] = [aNumber(), aGuest()];
  await addOrder(sql, { ...owner, inbound_tracking: number });
  const stranger = await addOrder(sql, aGuest({ inbound_tracking: number }));
  const { id } = await addOrder(sql, owner);
  expect((await checkIn(id, number)).inbound_elsewhere).toMatchObject({ id: stranger.id });
});

test("nothing is told of its own number, of none, and of one of years ago", async () => {
  const number = aNumber();
  const old = await addOrder(sql, aGuest({ inbound_tracking: number }));
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update grading_orders set updated_at = now() - interval '13 months' where id = ${old.id}`;
  });
  const { id } = await addOrder(sql, aGuest());
  expect((await checkIn(id, number)).inbound_elsewhere).toBeNull();
  const { id: bare } = await addOrder(sql, aGuest());
  const answer = await acts.checkIn(bare, 10);
  expect(answer.order).toMatchObject({ inbound_tracking: null, inbound_elsewhere: null });
});

test("a package that is kept under a batch's number, however it is typed, names the batch", async () => {
  const number = aNumber();
  const order = await addOrder(sql, aGuest({ inbound_tracking: number }));
  const typed = `${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`;
  const { package: kept } = await acts.write<{ package: { id: string; inbound_elsewhere: Other } }>(
    "staff_add_package",
    { p_tracking_number: typed, p_sender: aMark() },
  );
  expect(kept.inbound_elsewhere).toMatchObject({ id: order.id, batch_id: order.batch_id });
  const named = await call<{ orders: { inbound_elsewhere: Other }[] }>(
    personClient(acts.member.accessToken),
    "staff_receiving_desk",
    { p_code: number },
  );
  expect(named.orders).toMatchObject([{ id: order.id, inbound_elsewhere: null }]);
});
