import { randomUUID } from "node:crypto";
import {
  addOnItsWay,
  answer,
  arrive,
  holderOf,
  nobody,
  ownerOf,
  report,
} from "../../sandbox/builders/homeward";
import { addUser, eventsOf, type StoredOrder, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";

const sql = connect();
let acts: StaffActs;
beforeAll(async () => {
  acts = await StaffActs.begin(sql);
});

const cracked = "One slab is cracked at a corner.";
type Shown = {
  can_write: boolean;
  problem: { is_open: boolean; is_answered: boolean; messages: { author: string; body: string }[] } | null;
};

async function shownTo(order: StoredOrder): Promise<Shown> {
  const { p_token_hash } = await holderOf(sql, order);
  const found = await call<{ homeward: Shown }>(serverClient(), "get_tracked_order", { p_token_hash });
  return found.homeward;
}
const stepsOf = async (order: StoredOrder) =>
  (await eventsOf(sql, order.id)).filter(({ type }) => type === "problem").map(({ to_value: to }) => to);
const age = (order: StoredOrder, column: "closed_at", days: number) =>
  sql`update order_problems set ${sql(column)} = now() - ${`${days} days`}::interval where order_id = ${order.id}`;

describe("what is wrong", () => {
  test("is said by who may decide about the batch, once, also three times at once", async () => {
    const { id } = await addUser(sql);
    const order = await addOnItsWay(sql, { user_id: id });
    for (const who of [nobody, { ...nobody, p_user_id: randomUUID() }])
      expect(await report(order, cracked, who)).toBe("not_found");
    const outcomes = await Promise.all([0, 1, 2].map(() => report(order, cracked)));
    expect(outcomes.sort()).toEqual(["reported", "written_before", "written_before"]);
    expect(await report(order, "And the box was open.")).toBe("written");
    expect(await stepsOf(order)).toEqual(["reported", "written"]);
    expect((await shownTo(order)).problem).toMatchObject({
      is_open: true,
      is_answered: false,
      messages: [{ author: "customer", body: cracked }, { body: "And the box was open." }],
    });
  });

  test("two different words at once are one problem", async () => {
    const order = await addOnItsWay(sql);
    const outcomes = await Promise.all(
      ["The first of two.", "The second of two."].map((body) => report(order, body)),
    );
    expect(outcomes.sort()).toEqual(["reported", "written"]);
  });

  test.each([
    ["graded", "not_now"],
    ["completed", "reported"],
  ])("of a batch that is %s: %s", async (status, outcome) => {
    const order = await addOnItsWay(sql, { submission_status: status });
    expect(await report(order, cracked)).toBe(outcome);
  });

  test("can be said for 30 days after the delivery", async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const order = await addOnItsWay(sql);
    await arrive(order);
    const later = (days: number) =>
      call<{ outcome: string }>(serverClient(), "report_problem", {
        p_order_id: order.id,
        ...ownerOf(order),
        p_body: cracked,
        p_now: at(days),
      });
    expect(await later(30.01)).toEqual({ outcome: "not_now" });
    expect(await later(29.99)).toEqual({ outcome: "reported" });
  });

  test("is told to who has only a link without e-mail addresses, to its account with them", async () => {
    const person = await signedUp(sql);
    const order = await addOnItsWay(sql, { user_id: person.id, user_email: person.email });
    const body = "Write to jane@example.test, please.";
    await report(order, body);
    expect((await shownTo(order)).problem?.messages).toMatchObject([{ body: "Write to … please." }]);
    const { batch: mine } = await call<{ batch: { homeward: Shown } }>(
      personClient(person.accessToken),
      "get_dashboard",
      { p_batch: order.batch_id },
    );
    expect(mine.homeward.problem?.messages).toMatchObject([{ body }]);
  });

  test("ends at twenty messages a day", async () => {
    const order = await addOnItsWay(sql);
    for (let n = 0; n < 20; n++) await report(order, `Message number ${n}.`);
    expect(await report(order, "One too many.")).toBe("too_many");
    await sql`update problem_messages set created_at = created_at - interval '1 day' where order_id = ${order.id}`;
    expect(await report(order, "The next day.")).toBe("written");
  });
});

describe("an answer of staff", () => {
  test("is read at once, mailed in ten minutes, and taken back with one press", async () => {
    const order = await addOnItsWay(sql);
    await report(order, cracked);
    const before = await acts.factsOf(order.id);
    const { outcome, act_id: act } = await answer(acts, sql, order, "We send a new slab.");
    expect(outcome).toBe("answered");
    expect(await acts.mailsOf(order.id)).toMatchObject([
      { kind: "problem_answer", payload: { body: "We send a new slab.", is_closed: false }, due: false },
    ]);
    expect((await shownTo(order)).problem).toMatchObject({
      is_answered: true,
      messages: [{}, { author: "staff" }],
    });
    expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect(await acts.mailsOf(order.id)).toEqual([]);
    expect((await shownTo(order)).problem).toMatchObject({
      is_answered: false,
      messages: [{ body: cracked }],
    });
    expect(await acts.factsOf(order.id)).toEqual(before);
    expect(await acts.shownTo(order.id)).not.toContainEqual(["problem", "answered"]);
  });

  test("stays when its customer has written since", async () => {
    const order = await addOnItsWay(sql);
    await report(order, cracked);
    const { act_id: act } = await answer(acts, sql, order, "Which corner?");
    await report(order, "The upper left one.");
    expect(await acts.undo(act)).toMatchObject([{ outcome: "changed_since", event: { type: "problem" } }]);
  });

  test("that was mailed is corrected by a mail", async () => {
    const order = await addOnItsWay(sql);
    await report(order, cracked);
    const { act_id: act } = await answer(acts, sql, order, "Meant for somebody else.");
    await sql`update outbox set sent_at = now() where payload ->> 'act_id' = ${act}`;
    await acts.undo(act);
    const mails = await acts.mailsOf(order.id);
    expect(mails.map(({ kind }) => kind)).toEqual(["problem_answer", "correction"]);
    expect(mails[1]?.payload).toMatchObject({ facts: ["problem"] });
  });

  test("of one who did not see what the customer wrote is refused, and of two at once one counts", async () => {
    const order = await addOnItsWay(sql);
    expect(await answer(acts, sql, order, "To nothing.")).toEqual({ outcome: "nothing_open" });
    await report(order, cracked);
    const { version } = await storedOrder(sql, order.id);
    const args = { p_order_id: order.id, p_version: version, p_body: "Two at once." };
    const both = await Promise.all([0, 1].map(() => acts.write("staff_answer_problem", args)));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["answered", "conflict"]);
    expect(await acts.write("staff_answer_problem", { ...args, p_order_id: randomUUID() })).toEqual({
      outcome: "not_found",
    });
    const stranger = await addUser(sql);
    await expect(
      call(serverClient(), "staff_answer_problem", { ...args, p_actor: stranger.id }),
    ).rejects.toThrow("42501");
  });

  test("closes it with a word that is public; for 30 days its customer opens it again", async () => {
    const order = await addOnItsWay(sql);
    await arrive(order);
    await report(order, cracked);
    const { act_id: act } = await answer(acts, sql, order, "A new slab is on its way.", true);
    expect(await shownTo(order)).toMatchObject({ can_write: true, problem: { is_open: false } });
    const closed = (await eventsOf(sql, order.id)).filter(({ to_value: to }) => to === "closed");
    expect(closed).toMatchObject([{ public: true, message: "A new slab is on its way." }]);
    await acts.undo(act);
    expect((await shownTo(order)).problem).toMatchObject({ is_open: true });
    await answer(acts, sql, order, "A new slab is on its way.", true);
    await age(order, "closed_at", 31);
    expect(await report(order, "It never came.")).toBe("not_now");
    await age(order, "closed_at", 29);
    expect(await report(order, "It never came.")).toBe("reopened");
    expect((await shownTo(order)).problem).toMatchObject({ is_open: true, is_answered: false });
  });
});

describe("nothing that runs by itself takes it as done", () => {
  test("the link and the photographs stay while it is open", async () => {
    const order = await addOnItsWay(sql);
    await arrive(order);
    await report(order, cracked);
    await sql`insert into order_photos (order_id, kind, path, public, stored_at)
      values (${order.id}, 'card', ${randomUUID()}, false, now())`;
    const due = async () => {
      const [row] = await sql<{ due: string | null }[]>`
        select (due_at - now())::text as due from order_photos where order_id = ${order.id}`;
      return row?.due;
    };
    const { p_token_hash } = await holderOf(sql, order);
    const isShown = async (days: number) =>
      (await call(serverClient(), "get_tracked_order", {
        p_token_hash,
        p_now: new Date(Date.now() + days * 86_400_000).toISOString(),
      })) !== null;
    expect([await due(), await isShown(400)]).toEqual([null, true]);
    await answer(acts, sql, order, "Settled.", true);
    expect(await due()).toMatch(/^(179|180) days/);
    expect([await isShown(179), await isShown(181)]).toEqual([true, false]);
    await report(order, "It is not settled.");
    expect(await due()).toBeNull();
  });
});
