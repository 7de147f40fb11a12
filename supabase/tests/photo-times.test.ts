import { aMark } from "../../sandbox/builders/ids";
import { PhotoActs } from "../../sandbox/builders/photo-acts";
import { addOrder, addProfile } from "../../sandbox/builders/rows";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
// A purge passes over the rows that another one is at.
const server = serverClient();
let photos: PhotoActs;
beforeAll(async () => {
  photos = await PhotoActs.begin(sql);
});

const dueOf = async (id: string) => {
  const [row] = await sql<{ days: number | null }[]>`
    select round(extract(epoch from due_at - now()) / 86400)::int as days from order_photos where id = ${id}`;
  return row?.days ?? null;
};

describe("how long they are kept", () => {
  const setStatus = (id: string, submission_status: string) =>
    photos.acts.change(id, { submission_status }, "Told us");

  test("180 days after delivery; no time without one", async () => {
    const { id } = await addOrder(sql);
    const pack = await photos.keepPackage();
    const taken = [await photos.take({ p_order_id: id }), await photos.take({ p_package_id: pack })];
    await photos.acts.write("staff_match_package", { p_package_id: pack, p_order_id: id });
    const due = () => Promise.all(taken.map(dueOf));
    expect(await due()).toEqual([null, null]);
    await setStatus(id, "delivered");
    expect(await due()).toEqual([180, 180]);
    const { id: former } = await addOrder(sql, { submission_status: "delivered" });
    await sql`insert into order_events (order_id, type, to_value, occurred_at)
      values (${former}, 'submission_status', 'delivered', now() - interval '100 days')`;
    expect(await dueOf(await photos.take({ p_order_id: former }))).toBe(80);
    await setStatus(id, "received");
    expect(await due()).toEqual([null, null]);
  });

  test("a year after it was sent back where nobody says that it was delivered", async () => {
    const { id } = await addOrder(sql, { tracking_number: aMark() });
    const photo = await photos.take({ p_order_id: id });
    await setStatus(id, "completed");
    expect(await dueOf(photo)).toBe(365);
    await setStatus(id, "delivered");
    expect(await dueOf(photo)).toBe(180);
  });

  test("an hour when they are never stored; not at all without order and package", async () => {
    const { id } = await addOrder(sql);
    const begun = (await photos.begin({ p_order_id: id })).id;
    const [row] =
      await sql`select due_at = taken_at + interval '1 hour' as is_hour from order_photos where id = ${begun}`;
    expect(row?.is_hour).toBe(true);
    const pack = await photos.keepPackage();
    const photo = await photos.take({ p_package_id: pack });
    await photos.acts.write("staff_delete_package", { p_package_id: pack, p_version: 1 });
    await sql`update packages set deleted_at = now() - interval '91 days' where id = ${pack}`;
    await call(server, "purge_staff_acts", {});
    expect(await sql`select 1 from packages where id = ${pack}`).toEqual([]);
    expect(await dueOf(photo)).toBe(0);
  });

  test("an abandoned order is not purged before its photographs are", async () => {
    const old = new Date(Date.now() - 40 * 86_400_000);
    const abandoned = {
      payment_status: "unpaid",
      paid_at: null,
      stripe_session_id: null,
      stripe_payment_intent_id: null,
    };
    const orders = [
      await addOrder(sql, { ...abandoned, created_at: old }),
      await addOrder(sql, { ...abandoned, created_at: old }),
    ];
    const photo = await photos.take({ p_order_id: String(orders[0]?.id) });
    const left = async () => {
      await call(server, "purge_abandoned_orders", {});
      const rows =
        await sql`select id from grading_orders where id = any(${orders.map(({ id }) => id)}::uuid[])`;
      return rows.map(({ id }) => id);
    };
    expect(await left()).toEqual([orders[0]?.id]);
    await call(server, "delete_photo", { p_photo_id: photo });
    expect(await left()).toEqual([]);
  });

  test("longer than the account of who took them", async () => {
    const { id } = await addOrder(sql);
    const former = await PhotoActs.begin(sql);
    const photo = await former.take({ p_order_id: id });
    await sql`delete from auth.users where id = ${former.member.id}`;
    expect((await photos.list({ p_order_id: id })).photos).toMatchObject([{ id: photo, taken_by: null }]);
  });
});

test("a custody receipt says what was counted, and who by a first name alone", async () => {
  const { id, batch_id } = await addOrder(sql, { num_cards: 12 });
  const receipt = () => call(server, "get_custody_receipt", { p_order_id: id });
  expect(await receipt()).toBeNull();
  await addProfile(sql, photos.member.id, { full_name: " Sam de la Cruz" });
  const photo = await photos.take({ p_order_id: id });
  await photos.take({ p_order_id: id }, false);
  await photos.acts.checkIn(id, 11, { p_condition: "damaged_outside" });
  expect(await receipt()).toMatchObject({
    batch_id,
    num_cards: 12,
    received_count: 11,
    package_condition: "damaged_outside",
    receiver: "Sam",
    photos: [{ id: photo, kind: "count" }],
  });
  // Whose money went back may still have to show what we had of it.
  await sql`update grading_orders set payment_status = 'canceled' where id = ${id}`;
  expect(await receipt()).toMatchObject({ received_count: 11, payment_status: "canceled", is_lost: false });
  await sql`update grading_orders set payment_status = 'unpaid', paid_at = null where id = ${id}`;
  expect(await receipt()).toBeNull();
});
