import { randomUUID } from "node:crypto";
import { addOrder, type StaffMember, type StoredOrder, signUpStaff } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

/** Does this as if a press could be taken back for so long, and forgets all of it. */
const withUndoTime = (time: string, work: (tx: Transaction) => Promise<void>) =>
  undone(sql, async (tx) => {
    await tx.unsafe(`create or replace function private.undo_time() returns interval
      language sql stable set search_path = '' as $$ select interval '${time}' $$`);
    await work(tx);
  });

const checkIn = async (tx: Transaction, order: StoredOrder, count: number) => {
  const [row] = await tx`
    select public.staff_check_in(${member.id}, ${order.id}, ${order.version}, ${count}, 'ok') as answer`;
  return row?.answer as { act_id: string; order: { version: number } };
};

test("what a press causes waits as long as it can be taken back, also the question about its cards", () =>
  withUndoTime("3 minutes", async (tx) => {
    const order = await addOrder(tx, { num_cards: 12 });
    await checkIn(tx, order, 9);
    const back = await addOrder(tx, { submission_status: "graded", fulfillment_status: "grading" });
    await tx`select private.enqueue_return_notice(o) from grading_orders o where o.id = ${back.id}`;
    const mails = await tx`
      select kind, extract(epoch from next_attempt_at - now()) / 60 as minutes from outbox
      where payload ->> 'order_id' in (${order.id}, ${back.id}) order by kind`;
    expect(mails.map(({ kind, minutes }) => [kind, Number(minutes)])).toEqual([
      ["adjustment_proposed", 3],
      ["check_in_receipt", 3],
      ["order_returned", 3],
    ]);
  }));

test.each([
  ["2 minutes", "reason_required"],
  ["3 minutes", "undone"],
  ["4 minutes", "undone"],
])("with %s, a press of three minutes ago is %s", (time, outcome) =>
  withUndoTime(time, async (tx) => {
    const order = await addOrder(tx);
    const { act_id: act } = await checkIn(tx, order, 10);
    await tx`update staff_acts set created_at = now() - interval '3 minutes' where id = ${act}`;
    const [row] = await tx`select public.staff_undo(${member.id}, ${act}) as answer`;
    expect(row?.answer.results).toMatchObject([{ outcome }]);
  }),
);

test.each([
  ["2 minutes", "reason_required"],
  ["4 minutes", "removed"],
])("with %s, a photograph of three minutes ago is %s", (time, outcome) =>
  withUndoTime(time, async (tx) => {
    const { id: order } = await addOrder(tx);
    const [photo] = await tx`
      insert into order_photos (order_id, kind, path, public, stored_at)
      values (${order}, 'package', ${randomUUID()}, true, now() - interval '3 minutes') returning id`;
    const [row] = await tx`select public.staff_remove_photo(${member.id}, ${photo?.id}) as answer`;
    expect(row?.answer).toEqual({ outcome });
  }),
);
