import { checkAddress } from "@/lib/staff/returns/address-check";
import { GroupActs } from "../../sandbox/builders/grader-group";
import { aHash, aMark } from "../../sandbox/builders/ids";
import { addProfile, storedOrder } from "../../sandbox/builders/rows";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient, signedUp } from "../../sandbox/builders/test-database";
import { addressActs, moved, old } from "./address-acts";

const sql = connect();

describe("address asked", () => {
  // The job's work is one queue.
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });
  const { aBatch, save, grade, decide, settle, runJob, addressOf } = addressActs(sql, () => acts);

  async function named(order: { id: string }) {
    type Desk = { asked: { id: string; address_asked_until: string }[] };
    const { asked } = await call<Desk>(personClient(acts.member.accessToken), "staff_return_desk", {});
    return asked.find(({ id }) => id === order.id);
  }

  test("a batch that waits for an address is named at the desk of returns until the answer, or until its time is over", async () => {
    const first = await aBatch();
    expect(await named(first.order)).toBeUndefined();
    await save(first.id, moved);
    await grade(first.order);
    expect(await named(first.order)).toMatchObject({ address_asked_until: expect.any(String) });
    await decide(first.order, first.id, "order");
    expect(await named(first.order)).toBeUndefined();
    const second = await aBatch();
    await save(second.id, moved);
    await grade(second.order);
    expect(await named(second.order)).toBeTruthy();
    await sql`update address_questions set until_at = now() where order_id = ${second.order.id}`;
    expect(await named(second.order)).toBeUndefined();
  });

  test("cards that are graded and still at the grader are not named before they are back", async () => {
    const { id, order } = await aBatch({ submission_status: "received" });
    const group = await GroupActs.begin(acts);
    await group.add([order]);
    await group.close("SUB-ASKED", 10);
    await save(id, moved);
    for (const step of ["shipped", "grading", "graded"]) await group.step(step, { p_is_quiet: true });
    const [admin] =
      await sql`select address_asked_until > now() as is_asked from order_admin where order_id = ${order.id}`;
    expect(admin).toEqual({ is_asked: true });
    expect(await named(order)).toBeUndefined();
    await group.step("back", { p_cards: 10, p_is_quiet: true });
    expect(await named(order)).toBeTruthy();
  });

  test.each([
    ["is disputed", "dispute_status = 'needs_response'"],
    ["is to be reviewed", "review_reason = 'paid_after_canceled'"],
    ["waits for an answer about a charge", "open_charges = 1"],
  ])("a batch that %s waits for that first", async (_, change) => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    expect(await named(order)).toBeTruthy();
    await sql.unsafe(`update order_admin set ${change} where order_id = $1`, [order.id]);
    expect(await named(order)).toBeUndefined();
  });

  describe("a question that is withdrawn reads as corrected in the owner's story", () => {
    const told = async ({ id }: { id: string }) =>
      (
        await sql<{ to_value: string }[]>`select to_value from order_events
        where order_id = ${id} and type = 'return_address' and public order by id`
      ).map(({ to_value: step }) => step);

    test("once, when the batch goes back a step, or has the profile's address again", async () => {
      const back = await aBatch();
      await save(back.id, moved);
      await grade(back.order);
      await acts.change(back.order.id, { submission_status: "grading" }, "By mistake");
      expect(await told(back.order)).toEqual(["asked", "withdrawn"]);
      const same = await aBatch();
      await save(same.id, moved);
      await grade(same.order);
      await save(same.id, old);
      await runJob();
      await acts.change(same.order.id, { submission_status: "grading" }, "By mistake");
      expect(await told(same.order)).toEqual(["asked", "withdrawn"]);
    });

    test("not when its time was over, nor when another address is asked about in its place", async () => {
      const late = await aBatch();
      await save(late.id, moved);
      await grade(late.order);
      await sql`update address_questions set until_at = now() where order_id = ${late.order.id}`;
      await acts.change(late.order.id, { submission_status: "grading" }, "By mistake");
      expect(await told(late.order)).toEqual(["asked"]);
      const third = await aBatch();
      await save(third.id, moved);
      await grade(third.order);
      await save(third.id, { ...moved, address_line1: "3 Third Street" });
      await runJob();
      expect(await told(third.order)).toEqual(["asked", "asked"]);
    });
  });

  test("an answer that does not come is told once, when its time is over, and staff may still settle it", async () => {
    const { id, order } = await aBatch();
    await save(id, moved);
    await grade(order);
    const told = async () =>
      ((await acts.shownTo(order.id)) ?? [])
        .filter(([type]) => type === "return_address")
        .map(([, to]) => to);
    await runJob();
    expect(await told()).toEqual(["asked"]);
    await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
    await Promise.all([runJob(), runJob()]);
    await runJob();
    expect(await told()).toEqual(["asked", "unanswered"]);
    await settle(order, "profile");
    expect(await told()).toEqual(["asked", "unanswered", "profile"]);
    expect(await addressOf(order)).toMatchObject(moved);
  });
});

describe("address questions", () => {
  // The job's work is one queue.
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });
  const { aBatch, save, grade, questionsOf, lastOf, decide, settle, send, runJob, addressOf } = addressActs(
    sql,
    () => acts,
  );
  const refused = { outcome: "refused", refusal: "address_asked" };

  test.each([
    ["the same", old, old],
    ["another way to write it", old, { ...old, address_line1: " 77  SUNSET strip. ", city: "austin," }],
    ["accents in capitals", { ...old, city: "Zürich" }, { ...old, city: "ZÜRICH" }],
    ["another street", old, moved],
    ["a second line more", old, { ...old, address_line2: "Unit 5" }],
    ["another name", old, { ...old, full_name: "Sam Collector" }],
    ["a telephone number alone", old, { ...old, phone: "555" }],
    ["a profile without a street", old, { country: "DE" }],
    ["an order without one", { country: "DE" }, old],
  ])("SQL and the desk compare alike: %s", async (_, ofOrder, ofProfile) => {
    const [row] = await sql<{ differ: boolean }[]>`
    select private.addresses_differ(${sql.json(ofOrder)}, ${sql.json(ofProfile)}) as differ`;
    expect(row?.differ).toBe(checkAddress(ofOrder, ofProfile).verdict === "differ");
  });

  describe("a batch becomes graded", () => {
    test("whose owner has moved: they are asked in the same moment, and the cards stay until the answer", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      const payload = {
        of_order: { city: "Austin", postal_code: "78701" },
        of_profile: { city: "Reno", postal_code: "89501" },
        differing: expect.arrayContaining(["address_line1", "city", "postal_code"]),
      };
      expect(await acts.mailsOf(order.id)).toMatchObject([{ kind: "address_question", payload, due: false }]);
      expect(JSON.stringify(await acts.mailsOf(order.id))).not.toContain("Main Street");
      expect(await acts.shownTo(order.id)).toContainEqual(["return_address", "asked"]);
      expect(await send(order)).toMatchObject(refused);
      const answers = await Promise.all([0, 1, 2].map(() => decide(order, id, "profile")));
      expect(answers.sort()).toEqual(["decided", "decided_before", "decided_before"]);
      expect(await decide(order, id, "order")).toBe("decided_otherwise");
      expect(await addressOf(order)).toMatchObject(moved);
      expect(await acts.mailsOf(order.id)).toEqual([]);
      expect(await send(order)).toMatchObject({ outcome: "returned" });
    });

    test.each([
      ["nobody who did not move", old],
      ["nobody who has another telephone number", { ...old, phone: "555" }],
      ["nobody whose profile has half an address", { ...moved, city: "" }],
    ])("%s is asked", async (_, address) => {
      const { id, order } = await aBatch();
      await save(id, address);
      await grade(order);
      expect(await questionsOf(order)).toEqual([]);
      expect(await send(order)).toMatchObject({ outcome: "returned" });
    });

    test("a profile that was changed before the payment is no move", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await sql`update grading_orders set paid_at = now() + interval '1 hour' where id = ${order.id}`;
      await grade(order);
      expect(await questionsOf(order)).toEqual([]);
    });

    test("a group's step asks for each of its batches, and taking it back asks no more", async () => {
      const { id, order } = await aBatch({ submission_status: "received" });
      const group = await GroupActs.begin(acts);
      await group.add([order]);
      await group.close("SUB-1", 10);
      await save(id, moved);
      const { act_id: act } = await group.step("graded");
      expect((await lastOf(order)).withdrawn_at).toBeNull();
      expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
      expect((await lastOf(order)).withdrawn_at).not.toBeNull();
      expect(await acts.mailsOf(order.id)).toEqual([]);
    });
  });

  describe("an answer", () => {
    test("is the account's alone, of the question that stands, and of no other order", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      const other = await signedUp(sql);
      expect(await decide(order, other.id, "order")).toBe("not_found");
      expect(await decide(order, id, "order", "00000000-0000-4000-8000-000000000000")).toBe("asked_no_more");
      await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
      expect(await decide(order, id, "profile")).toBe("too_late");
    });

    test("that does not come in 48 hours leaves the order's address", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
      await runJob();
      expect(await questionsOf(order)).toHaveLength(1);
      expect(await send(order)).toMatchObject({ outcome: "returned" });
      expect(await addressOf(order)).toEqual(old);
    });

    test("stands when the batch goes back a step and is graded again", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      await decide(order, id, "order");
      await acts.change(order.id, { submission_status: "grading" });
      await grade(order);
      expect(await questionsOf(order)).toHaveLength(1);
      expect(await send(order)).toMatchObject({ outcome: "returned" });
    });

    test("is asked again when nobody gave it before the batch went back a step", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      await acts.change(order.id, { submission_status: "grading" }, "By mistake");
      expect(await decide(order, id, "order")).toBe("asked_no_more");
      await grade(order);
      expect(await questionsOf(order)).toMatchObject([
        { withdrawn_at: expect.any(Date) },
        { withdrawn_at: null },
      ]);
      expect(await acts.mailsOf(order.id)).toHaveLength(1);
    });

    test("is not passed over on the order's page, nor in the bulk: who sends the cards meanwhile says why", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      const home = { submission_status: "completed", tracking_number: aMark() };
      const args = { p_order_ids: [order.id], p_changes: home };
      const odd = () => call<object>(personClient(acts.member.accessToken), "staff_preview_orders", args);
      expect(await odd()).toMatchObject({ orders: [{ oddities: ["address_asked"] }] });
      expect(await acts.listed(order.id)).toMatchObject({ address_asked_until: expect.any(String) });
      expect(await acts.listed(order.id, "ready_to_return")).toBeUndefined();
      expect(await acts.change(order.id, home)).toMatchObject({ oddities: ["address_asked"] });
      expect((await lastOf(order)).withdrawn_at).toBeNull();
      expect(await acts.change(order.id, { shelf_location: "B-1" })).toMatchObject({ outcome: "updated" });
      await sql`update address_questions set until_at = now() where order_id = ${order.id}`;
      expect(await odd()).toMatchObject({ orders: [{ oddities: [] }] });
      expect(await acts.listed(order.id)).toMatchObject({ address_asked_until: null });
      expect(await acts.listed(order.id, "ready_to_return")).toMatchObject({ id: order.id });
      expect(await acts.change(order.id, home)).toMatchObject({ outcome: "updated" });
    });

    test("and a parcel at the same moment: one of them is first, and none goes where nobody said", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      const { version } = await storedOrder(sql, order.id);
      const [answer, parcel] = await Promise.all([decide(order, id, "profile"), send(order, version)]);
      expect(answer).toBe("decided");
      // The desk saw the order before the answer, so whoever sends it looks again.
      expect(["refused", "conflict"]).toContain(parcel.outcome);
      expect(await send(order)).toMatchObject({ outcome: "returned" });
    });
  });

  describe("a profile that is changed while the batch is graded", () => {
    test("is asked about by the job, once, also by two at once, and raises the version", async () => {
      const { id, order } = await aBatch();
      await grade(order);
      await save(id, moved);
      const { version } = await storedOrder(sql, order.id);
      await Promise.all([runJob(), runJob()]);
      expect(await questionsOf(order)).toHaveLength(1);
      expect((await storedOrder(sql, order.id)).version).toBe(Number(version) + 1);
      expect(await acts.mailsOf(order.id)).toMatchObject([{ kind: "address_question", due: true }]);
      expect(await send(order)).toMatchObject(refused);
      await runJob();
      expect(await questionsOf(order)).toHaveLength(1);
    });

    test("a second change after the answer is asked about again; back to the order's address ends it", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      await decide(order, id, "profile");
      const third = { ...moved, address_line1: "3 Third Street" };
      await save(id, third);
      await runJob();
      expect(await lastOf(order)).toMatchObject({ choice: null, profile_address: third });
      expect(await send(order)).toMatchObject(refused);
      await save(id, moved);
      await runJob();
      expect((await lastOf(order)).withdrawn_at).not.toBeNull();
      expect(await send(order)).toMatchObject({ outcome: "returned" });
    });

    test("a profile that is gone is asked about no more", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      await sql`delete from profiles where user_id = ${id}`;
      await addProfile(sql, id, old);
      await sql`update profiles set address_line2 = 'Unit 5' where user_id = ${id}`;
      await sql`update profiles set address_line2 = null where user_id = ${id}`;
      await runJob();
      expect((await lastOf(order)).withdrawn_at).not.toBeNull();
    });
  });

  describe("staff settle it for the owner", () => {
    test.each([
      ["order", old],
      ["profile", moved],
    ])("the %s's address, with a reason; taken back, it is open again", async (choice, address) => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      const { outcome, act_id: act } = await settle(order, choice);
      expect(outcome).toBe("settled");
      expect(await addressOf(order)).toMatchObject(address);
      expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
      expect(await addressOf(order)).toEqual(old);
      expect(await send(order)).toMatchObject(refused);
      expect(await decide(order, id, "profile")).toBe("decided");
      expect(await settle(order, "order")).toEqual({ outcome: "not_open" });
    });

    test("beside the owner's own answer one of the two counts", async () => {
      const { id, order } = await aBatch();
      await save(id, moved);
      await grade(order);
      const [own, staff] = await Promise.all([decide(order, id, "profile"), settle(order, "order")]);
      const { choice } = await lastOf(order);
      if (staff.outcome === "settled") expect([own, choice]).toEqual(["decided_otherwise", "order"]);
      else expect([own, choice]).toEqual(["decided", "profile"]);
    });
  });
});

describe("address told", () => {
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
});
