import { randomUUID } from "node:crypto";
import { addOnItsWay, arrive, holderOf, nobody, ownerOf } from "../../sandbox/builders/homeward";
import { aGuestKey } from "../../sandbox/builders/ids";
import { addUser, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

test("its account, the guest's browser and who has the link say so; nobody else", async () => {
  const { id } = await addUser(sql);
  const ofAccount = await addOnItsWay(sql, { user_id: id });
  const others = [nobody, { ...nobody, p_user_id: randomUUID() }, { ...nobody, p_guest_key: aGuestKey() }];
  for (const who of others) expect(await arrive(ofAccount, who)).toBe("not_found");
  expect(await arrive(ofAccount)).toBe("arrived");
  const ofGuest = await addOnItsWay(sql);
  expect(await arrive(ofGuest)).toBe("arrived");
  const linked = await addOnItsWay(sql);
  const holder = await holderOf(sql, linked);
  await sql`update tracking_links set revoked_at = now() where order_id = ${linked.id}`;
  expect(await arrive(linked, holder)).toBe("not_found");
  await sql`update tracking_links set revoked_at = null where order_id = ${linked.id}`;
  expect(await arrive(linked, holder)).toBe("arrived");
  expect(await arrive({ ...ofGuest, id: randomUUID() })).toBe("not_found");
});

test("it is noted once, also by three presses at once, as an event of the customer", async () => {
  const order = await addOnItsWay(sql);
  const outcomes = await Promise.all([0, 1, 2].map(() => arrive(order)));
  expect(outcomes.sort()).toEqual(["arrived", "arrived_before", "arrived_before"]);
  expect(await storedOrder(sql, order.id)).toMatchObject({
    submission_status: "delivered",
    fulfillment_status: "complete",
    version: Number(order.version) + 1,
  });
  const delivered = await sql`select type, actor_type, public from order_events
    where order_id = ${order.id} and to_value = 'delivered'`;
  expect([...delivered]).toEqual([{ type: "submission_status", actor_type: "customer", public: true }]);
});

test.each(["pending", "grading", "graded"])("a batch that is %s is not on its way", async (status) => {
  const order = await addOnItsWay(sql, { submission_status: status, fulfillment_status: "grading" });
  expect(await arrive(order)).toBe("not_on_its_way");
});

test("staff who save at the same moment are told of it, or the customer meets what they did", async () => {
  const order = await addOnItsWay(sql);
  const { version } = await storedOrder(sql, order.id);
  const save = acts.write("staff_update_order", {
    p_order_id: order.id,
    p_version: version,
    p_changes: { submission_status: "graded" },
    p_reason: "Not packed yet",
    p_tracking_hash: "a".repeat(64),
  });
  const [saved, arrived] = await Promise.all([save, arrive(order)]);
  const ended = (await storedOrder(sql, order.id)).submission_status;
  if (saved.outcome === "conflict") expect([arrived, ended]).toEqual(["arrived", "delivered"]);
  else expect([saved.outcome, arrived, ended]).toEqual(["updated", "not_on_its_way", "graded"]);
});

test("a mistake of the customer is set right by staff, and that taken back like any change", async () => {
  const order = await addOnItsWay(sql);
  await arrive(order);
  const { act_id: act } = await acts.change(order.id, { submission_status: "completed" }, "Not there yet");
  expect(await storedOrder(sql, order.id)).toMatchObject({ submission_status: "completed" });
  expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
  expect(await storedOrder(sql, order.id)).toMatchObject({ submission_status: "delivered" });
});

test("the link's half a year begins with it", async () => {
  const order = await addOnItsWay(sql);
  const { p_token_hash } = await holderOf(sql, order);
  await arrive(order, ownerOf(order));
  const shown = (days: number) =>
    call(serverClient(), "get_tracked_order", {
      p_token_hash,
      p_now: new Date(Date.now() + days * 86_400_000).toISOString(),
    });
  expect(await shown(179)).not.toBeNull();
  expect(await shown(181)).toBeNull();
});
