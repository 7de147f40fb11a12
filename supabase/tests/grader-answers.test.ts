import { randomUUID } from "node:crypto";
import { getGraderDesk, getGraderGroup } from "@/lib/staff/groups/data";
import * as groups from "@/lib/staff/groups/mutations";
import { getReturnDesk } from "@/lib/staff/returns/data";
import { returnOrder } from "@/lib/staff/returns/mutations";
import { addReceived } from "@/sandbox/builders/grader-group";
import { addProfile, type StaffMember, signUpStaff, storedOrder } from "@/sandbox/builders/rows";
import { connect, signedUp } from "@/sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
const nobody = randomUUID();
const none = 2_000_000_000;
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

test("every outcome of a group, and its pages in full", async () => {
  const [first, second] = [await addReceived(sql), await addReceived(sql, { batch_id: null })];
  const outcomes: string[] = [];
  const note = async <Result extends { outcome: string }>(result: Promise<Result>): Promise<Result> => {
    outcomes.push((await result).outcome);
    return result;
  };
  const { id, version } = await groups.openGroup(member.id, " PSA ");
  const add = (body: Parameters<typeof groups.addToGroup>[2], group = id) =>
    note(groups.addToGroup(member.id, group, body));
  await add({ code: "x" }, none);
  await add({ code: "NO-SUCH-BATCH" });
  const added = await add({ order_ids: [first.id, second.id, nobody, first.id] });
  if (added.outcome !== "looked_at") throw new Error(added.outcome);
  expect(added.results.map(({ outcome }) => outcome).sort()).toEqual(["added", "added", "order_not_found"]);
  expect((await getGraderGroup(member.accessToken, id))?.members).toHaveLength(2);
  const twin = await addReceived(sql, {
    id: `${second.id.slice(0, 8)}-0000-4000-8000-000000000001`,
    batch_id: null,
  });
  await add({ code: `ORDER-${second.id.slice(0, 8)}` });
  await sql`delete from grading_orders where id = ${twin.id}`;

  const close = (body: object, group = id) =>
    note(
      groups.closeGroup(member.id, group, {
        version: added.group.version,
        number: "SUB-1",
        cards: 20,
        ...body,
      }),
    );
  await close({}, none);
  await close({ version });
  await close({ cards: 19 });
  await sql`update grading_orders set received_count = 9 where id = ${first.id}`;
  await close({});
  await sql`update grading_orders set received_count = 10 where id = ${first.id}`;
  const closed = await close({});
  if (closed.outcome !== "closed") throw new Error(closed.outcome);
  await close({ version: closed.group.version });
  await add({ code: first.batch_id });

  const step = (body: object, group = id) =>
    note(groups.stepGroup(member.id, group, { version: closed.group.version, step: "shipped", ...body }));
  await step({}, none);
  await step({ version });
  await sql`update order_admin set dispute_status = 'needs_response' where order_id = ${first.id}`;
  await step({});
  await sql`update order_admin set dispute_status = null where order_id = ${first.id}`;
  const stepped = await step({});
  if (stepped.outcome !== "stepped") throw new Error(stepped.outcome);
  const take = (order: string, group = id) => note(groups.takeFromGroup(member.id, group, order));
  await take(second.id, none);
  await take(nobody);
  const taken = await take(second.id);
  if (taken.outcome !== "taken_out") throw new Error(taken.outcome);
  await step({ version: taken.group.version });
  await step({ version: taken.group.version, step: "back", cards: 10 });
  await step({ version: taken.group.version, step: "back", cards: 10, accepts_difference: true });
  await take(first.id);
  expect(outcomes).toEqual([
    ...["not_found", "unknown_code", "looked_at", "ambiguous_code"],
    ...["not_found", "conflict", "cards_differ", "refused", "closed", "not_open", "not_open"],
    ...["not_found", "conflict", "refused", "stepped", "not_found", "not_here", "taken_out"],
    ...["not_ahead", "cards_differ", "stepped", "too_late"],
  ]);

  const bare = await groups.openGroup(member.id, "CGC");
  expect(
    await note(groups.closeGroup(member.id, bare.id, { version: 1, number: "x", cards: 0 })),
  ).toMatchObject({
    outcome: "empty",
  });
  const desk = await getGraderDesk(member.accessToken, null);
  // The newest first, among those of other files.
  for (const list of [desk.back, desk.live]) {
    const ids = list.map((group) => group.id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  }
  expect(desk.back.find((group) => group.id === id)).toMatchObject({
    grader: "PSA",
    cards: 10,
    returned_cards: 10,
    declared_cards: 20,
  });
  expect(desk.live.find((group) => group.id === bare.id)).toMatchObject({ batches: 0, oldest_promise: null });
  expect((await getGraderDesk(member.accessToken, id)).back.every((group) => group.id < id)).toBe(true);
  const discard = () => groups.discardGroup(member.id, bare.id);
  expect([await discard(), await discard()]).toEqual(["discarded", "not_found"]);
  expect(await groups.discardGroup(member.id, id)).toBe("not_empty");
  expect(await getGraderGroup(member.accessToken, none)).toBeNull();
});

test("every outcome of a return, and its page in full", async () => {
  const person = await signedUp(sql);
  await addProfile(sql, person.id);
  const owner = { user_id: person.id, guest_email: null, submission_status: "graded" };
  const [first, second, other] = [
    await addReceived(sql, owner),
    await addReceived(sql, owner),
    await addReceived(sql, { submission_status: "graded" }),
  ];
  const number = `1Z${randomUUID().replaceAll("-", "").slice(0, 16)}`.toUpperCase();
  const send = async (order: { id: string }, changes: object = {}) => {
    const { version } = order.id === nobody ? { version: 1 } : await storedOrder(sql, order.id);
    const body = { version, tracking_number: number, carrier: "ups" as const, ...changes };
    return (await returnOrder(member.id, order.id, body)).outcome;
  };
  expect((await getReturnDesk(member.accessToken, first.batch_id)).orders).toMatchObject([
    { refusal: null, profile: { user_id: person.id } },
  ]);
  expect(await send({ id: nobody })).toBe("not_found");
  expect(await send(first, { version: 99 })).toBe("conflict");
  expect(await send(first, { tracking_number: ` ${number.toLowerCase()} ` })).toBe("returned");
  expect((await storedOrder(sql, first.id)).tracking_number).toBe(number);
  expect(await send(first)).toBe("refused");
  expect(await send(other)).toBe("number_taken");
  expect(await send(second)).toBe("ask_same_box");
  expect(await send(second, { is_same_box: true })).toBe("returned");
  const { acts } = await getReturnDesk(member.accessToken, null);
  const act = acts.find(({ order_id: about }) => about === second.id);
  expect(act).toMatchObject({ kind: "return", group_id: null });
});

test("no function of groups and returns was left out", () => {
  // Where cards go is told with the rest of the way home, in homeward-answers.test.ts.
  const expected = [...functionsCalledIn("staff/groups"), ...functionsCalledIn("staff/returns")].filter(
    (name) => name !== "staff_settle_address",
  );
  expect(expected.length).toBe(10);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
