import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

/** A time of day at which mails are written, so many days from now. */
const inDays = (days: number) => {
  const then = new Date(Date.now() + days * 86_400_000);
  return `${then.toISOString().slice(0, 10)}T17:00:00Z`;
};
const tell = async (id: string, days: number) =>
  (
    await call<{ outcome: string }>(serverClient(), "tell_silent_order", {
      p_order_id: id,
      p_now: inDays(days),
    })
  ).outcome;
const isListed = async (id: string, days: number) => {
  const args = { p_limit: 100_000, p_now: inDays(days) };
  const all = await call<{ id: string }[]>(serverClient(), "list_silent_orders", args);
  return all.some((one) => one.id === id);
};
const mailsOf = async (id: string) => (await acts.mailsOf(id)).filter(({ kind }) => kind === "no_news");
const isKept = async (id: string) =>
  (await sql`select from order_silences where order_id = ${id}`).length === 1;

test("a check-in begins a silence, which is told a week later; with the way home it ends, and what is not sent goes", async () => {
  const { id } = await addOrder(sql);
  expect(await isKept(id)).toBe(false);
  await acts.checkIn(id, 10);
  expect([await isListed(id, 6), await tell(id, 6)]).toEqual([false, "not_silent"]);
  expect([await isListed(id, 8), await tell(id, 8), await isListed(id, 8)]).toEqual([true, "told", false]);
  expect(await mailsOf(id)).toHaveLength(1);
  await acts.change(id, { submission_status: "completed", tracking_number: aMark() });
  await acts.change(id, { submission_status: "delivered" });
  expect([await isKept(id), await isListed(id, 30), await mailsOf(id)]).toEqual([false, false, []]);
});

test("a batch that is not paid any more is not silent, and one that is again begins anew", async () => {
  const { id } = await addOrder(sql);
  await acts.checkIn(id, 10);
  await acts.change(id, { payment_status: "unpaid" }, "By mistake");
  expect([await isKept(id), await isListed(id, 8)]).toEqual([false, false]);
  await acts.change(id, { payment_status: "paid" }, "It was paid");
  expect([await isListed(id, 6), await isListed(id, 8)]).toEqual([false, true]);
});

test("a step of a batch that is here begins its silence anew", async () => {
  const { id } = await addReceived(sql);
  await acts.change(id, { submission_status: "processing" });
  expect(await tell(id, 8)).toBe("told");
  await acts.change(id, { submission_status: "grading", grading_submission_number: "SUB-1" });
  expect([await mailsOf(id), await tell(id, 6), await tell(id, 9)]).toEqual([[], "not_silent", "told"]);
});
