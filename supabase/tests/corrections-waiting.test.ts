import { addReceived } from "../../sandbox/builders/grader-group";
import { aMark } from "../../sandbox/builders/ids";
import { addOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { connect } from "../../sandbox/builders/test-database";
import { correctionsOf, letTimePass, sentHome } from "./told-corrections";

/* Who is mailed a correction of a change, and whether one that is written already will say it. */

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const NUMBER = ["tracking_number"];
const renumber = (id: string) => acts.change(id, { tracking_number: aMark() });
const mark = (id: string, kind: string, columns: Record<string, Date>) =>
  sql`update outbox set ${sql(columns)} where payload ->> 'order_id' = ${id} and kind = ${kind}`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test.each([
  ["is leaving at this moment", { locked_until: inMinutes(60) }, [NUMBER, NUMBER]],
  ["was given up", { failed_at: new Date() }, [NUMBER, NUMBER]],
  ["was tried in vain, and waits", { locked_until: inMinutes(-60) }, [NUMBER]],
])("a number that is replaced again, while the first correction %s", async (_, columns, facts) => {
  const { id } = await sentHome(sql, acts);
  await letTimePass(sql, id);
  await renumber(id);
  await mark(id, "correction", columns);
  await renumber(id);
  expect(await correctionsOf(acts, id)).toEqual(facts);
});

test("a step back is corrected beside a number whose correction waits", async () => {
  const { id } = await sentHome(sql, acts);
  await letTimePass(sql, id);
  await renumber(id);
  await acts.change(id, { submission_status: "graded" }, "Still here");
  expect(await correctionsOf(acts, id)).toEqual([NUMBER, ["submission_status"]]);
});

test("a number that a mail has told just now is corrected", async () => {
  const { id } = await sentHome(sql, acts);
  await mark(id, "order_returned", { sent_at: new Date() });
  await renumber(id);
  expect(await correctionsOf(acts, id)).toEqual([NUMBER]);
});

test("one that no mail has told is not, whatever number another mail has told", async () => {
  const { id } = await sentHome(sql, acts);
  const payload = { order_id: id, facts: { number: "SUB-1" } };
  await sql`insert into outbox ${sql({ dedupe_key: `sent:${id}`, kind: "order_sent", payload, sent_at: new Date() })}`;
  await renumber(id);
  expect(await correctionsOf(acts, id)).toEqual([]);
});

describe("of what a change sets right only what was told is named:", () => {
  const delay = { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" };

  test("a number of a batch that is delivered all the same", async () => {
    const { id } = await sentHome(sql, acts);
    await acts.change(id, { submission_status: "delivered" });
    await letTimePass(sql, id);
    await renumber(id);
    expect(await correctionsOf(acts, id)).toEqual([NUMBER]);
  });

  test("nothing of a delivery that stood there for a moment", async () => {
    const { id } = await sentHome(sql, acts);
    await letTimePass(sql, id);
    await acts.change(id, { submission_status: "delivered" });
    await acts.change(id, { submission_status: "completed" }, "Another parcel");
    expect(await correctionsOf(acts, id)).toEqual([]);
  });

  test("a count, not the step that only late cards were told to have taken", async () => {
    const { id } = await addOrder(sql);
    await acts.checkIn(id, 10);
    await acts.change(id, { submission_status: "shipped" });
    await mark(id, "check_in_receipt", { sent_at: new Date() });
    const payload = { order_id: id, facts: { number: "SUB-2", cards: 2 } };
    await sql`insert into outbox ${sql({ dedupe_key: `late:${id}`, kind: "order_sent", payload, sent_at: new Date() })}`;
    await acts.change(id, { submission_status: "pending" }, "Another batch");
    expect(await correctionsOf(acts, id)).toEqual([["received_count"]]);
  });

  test.each([
    ["that nobody was told", null],
    ["whose batch was told to be late without a reason", { delay_reason: null }],
  ])("a number at the grading company, not a date %s", async (_, told) => {
    const { id } = await addReceived(sql, { received_at: new Date() });
    await acts.change(id, { submission_status: "shipped", grading_submission_number: "SUB-1" });
    await letTimePass(sql, id);
    if (told)
      await sql`insert into outbox ${sql({ dedupe_key: `told:${id}`, kind: "late", payload: { order_id: id, ...told }, sent_at: new Date() })}`;
    await acts.change(id, delay);
    await acts.change(id, { grading_submission_number: "", delay_reason: null, delayed_until: null });
    expect(await correctionsOf(acts, id)).toEqual([["grading_submission_number"]]);
  });
});

test("a parcel whose number was taken off and that has another one is told with its last, once", async () => {
  const { id } = await sentHome(sql, acts);
  await letTimePass(sql, id);
  await acts.change(id, { tracking_number: "" });
  await renumber(id);
  const last = aMark();
  await acts.change(id, { tracking_number: last });
  const mails = (await acts.mailsOf(id)).filter(({ kind }) => kind === "order_returned");
  expect(mails).toMatchObject([{}, { due: false, payload: { facts: { number: last } } }]);
});

test("nobody is written to where there is no address", async () => {
  const nobody = { user_id: null, guest_email: null, user_email: null, guest_key: "a".repeat(64) };
  const { id } = await sentHome(sql, acts, nobody);
  await letTimePass(sql, id);
  await renumber(id);
  expect(await correctionsOf(acts, id)).toEqual([]);
});
