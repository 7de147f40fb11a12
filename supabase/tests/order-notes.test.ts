import { addOrder, eventsOf, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, tally } from "../../sandbox/builders/test-database";

/* What staff note about an order is added to what others noted, dated, with its author, and can be taken back. */

const sql = connect(4);
let acts: StaffActs;
let others: StaffActs;
let reader: StaffMember;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
  others = await StaffActs.begin(sql);
  reader = await signUpStaff(sql);
});

type Note = { id: number; body: string; author_email: string; created_at: string };
type Page = { notes: Note[]; former_notes: string | null; order: { internal_notes: string | null } };
const pageOf = (id: string) =>
  call<Page>(personClient(reader.accessToken), "staff_get_order_page", { p_order_id: id });
const notesOf = async (id: string) =>
  (await pageOf(id)).notes.map(({ body, author_email: author }) => [body, author]);

test("notes stand in their order with who wrote them, behind what was noted without a date", async () => {
  const { id } = await addOrder(sql, { internal_notes: "imported" });
  await acts.change(id, { note: " second box expected " });
  await others.change(id, { note: "called,\nno answer", shelf_location: "B-2" });
  expect(await notesOf(id)).toEqual([
    ["second box expected", acts.member.email],
    ["called,\nno answer", others.member.email],
  ]);
  expect(await pageOf(id)).toMatchObject({
    former_notes: "imported",
    order: { internal_notes: "imported\nsecond box expected\ncalled,\nno answer" },
  });
  const events = (await eventsOf(sql, id)).filter(({ type }) => type === "note");
  expect(events.map((event) => [event.to_value, event.public, event.actor_id])).toEqual([
    ["second box expected", false, acts.member.id],
    ["called,\nno answer", false, others.member.id],
  ]);
});

test("a note is a change that the next one who saves must have seen; of two at once none is lost", async () => {
  const order = await addOrder(sql);
  const save = (by: StaffActs, version: number, note: string) =>
    by.write<{ outcome: string; order: { version: number } }>("staff_update_order", {
      p_order_id: order.id,
      p_version: version,
      p_changes: { note },
      p_tracking_hash: null,
    });
  const results = await Promise.all([
    save(acts, order.version, "mine"),
    save(others, order.version, "theirs"),
  ]);
  expect(tally(results.map(({ outcome }) => outcome))).toEqual({ updated: 1, conflict: 1 });
  const lost = results[0]?.outcome === "conflict" ? acts : others;
  await save(lost, order.version + 1, lost === acts ? "mine" : "theirs");
  expect((await notesOf(order.id)).map(([body]) => body).toSorted()).toEqual(["mine", "theirs"]);
});

test.each(["", "  \n "])("the note %j is none", async (note) => {
  const { id } = await addOrder(sql);
  expect(await acts.change(id, { note })).toMatchObject({ outcome: "unchanged" });
});

test("a note is taken back whatever was noted later, and the timeline keeps both", async () => {
  const { id } = await addOrder(sql);
  const first = await acts.change(id, { note: "wrong order" });
  const second = await others.change(id, { note: "right" });
  expect(await acts.undo(first.act_id)).toMatchObject([{ outcome: "undone" }]);
  expect(await notesOf(id)).toEqual([["right", others.member.email]]);
  const events = (await eventsOf(sql, id)).filter(({ type }) => type === "note");
  expect(events.map((event) => [event.from_value, event.to_value])).toEqual([
    [null, "wrong order"],
    [null, "right"],
    ["wrong order", null],
  ]);
  expect(await acts.undo(first.act_id)).toMatchObject([{ outcome: "already_undone" }]);
  await acts.undo(second.act_id);
  expect(await notesOf(id)).toEqual([]);
});

test("one press that notes and changes is taken back whole, or not at all", async () => {
  const { id } = await addOrder(sql);
  const both = await acts.change(id, { note: "to B-2", shelf_location: "B-2" });
  await others.change(id, { shelf_location: "C-3" });
  expect(await acts.undo(both.act_id)).toMatchObject([{ outcome: "changed_since" }]);
  expect(await notesOf(id)).toHaveLength(1);
});
