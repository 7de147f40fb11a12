import { randomUUID } from "node:crypto";
import type { Claim } from "@/lib/orders/claims/claim-link";
import { listClaimableOrders } from "@/lib/orders/claims/data";
import { claimOrder, enqueueClaimLink, unclaimOrder } from "@/lib/orders/claims/mutations";
import { addReceived, GroupActs } from "../../sandbox/builders/grader-group";
import { aMark, anEmail } from "../../sandbox/builders/ids";
import type { OrderColumns } from "../../sandbox/builders/order";
import { Proposals } from "../../sandbox/builders/proposals";
import {
  addException,
  addOrder,
  addUser,
  eventsOf,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { StaffActs } from "../../sandbox/builders/staff-acts";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";

describe("staff attention", () => {
  /* The orders that staff have to look at: their marks are in order_admin, and so is the list of them. */

  const sql = connect();
  let member: StaffMember;
  beforeAll(async () => {
    member = await signUpStaff(sql);
  });

  type Counted = Awaited<ReturnType<Proposals["counted"]>>;
  const here = { fulfillment_status: "grading", submission_status: "grading", received_at: new Date() };

  /** Whether an order is among the exceptions of the staff's list. */
  async function isAmong({
    id,
    tracking_number,
  }: {
    id: string;
    tracking_number?: unknown;
  }): Promise<boolean> {
    const list = (p_search: string) =>
      call<{ orders: { id: string }[] }>(personClient(member.accessToken), "staff_list_orders", {
        p_search,
        p_view: "exceptions",
        p_with_counts: false,
      });
    const { orders } = await list(String(tracking_number));
    return orders.some((order) => order.id === id);
  }

  const change = (id: string, columns: OrderColumns) =>
    sql`update grading_orders set ${sql(columns)} where id = ${id}`;

  test("an order is among the exceptions while cards are missing or damaged, until it is complete", async () => {
    const order = await addOrder(sql, { ...here, received_count: 9, tracking_number: "1ZATTENTION1" });
    const steps: [OrderColumns, boolean][] = [
      [{ received_count: 10 }, false],
      [{ received_count: 11 }, true],
      [{ num_cards: 11, grading_fee: 275, total_paid: 275 }, false],
      [{ package_condition: "tampered" }, true],
      [{ package_condition: "ok" }, false],
      [{ received_count: 3 }, true],
      [{ fulfillment_status: "complete" }, false],
      [{ fulfillment_status: "grading" }, true],
    ];
    expect(await isAmong(order)).toBe(true);
    for (const [columns, expected] of steps) {
      await change(order.id, columns);
      expect([columns, await isAmong(order)]).toEqual([columns, expected]);
    }
  });

  describe("a count that differs leaves the exceptions", () => {
    const decided: [string, number, (proposals: Proposals, told: Counted) => Promise<unknown>][] = [
      ["its cards are refunded", 8, (_, { order }) => applyRefund(order.stripe_payment_intent_id, 5_000)],
      [
        "its cards are paid for",
        12,
        async (proposals, { order, proposal }) =>
          proposals.apply(proposal, await proposals.open(order, proposal)),
      ],
      [
        "they go back ungraded",
        12,
        (proposals, { order, proposal }) => proposals.decide(order, proposal, "return"),
      ],
      [
        "staff have said why it goes with this count",
        8,
        (_, { order }) => sql`insert into order_admin (order_id, settled_count) values (${order.id}, 8)
        on conflict (order_id) do update set settled_count = excluded.settled_count`,
      ],
    ];
    test.each(decided)("once %s", async (_, count, decide) => {
      const proposals = await Proposals.begin(sql);
      const told = await proposals.counted(count, { tracking_number: aMark() });
      const { order } = told;
      expect(await isAmong(order)).toBe(true);
      expect(await proposals.acts.listed(order.id)).toMatchObject({ count_differs: true });
      await decide(proposals, told);
      expect(await isAmong(order)).toBe(false);
      expect(await proposals.acts.listed(order.id)).toMatchObject({ count_differs: false });
      expect(await proposals.acts.listed(order.id, "count_differs")).toBeUndefined();
      await proposals.acts.checkIn(order.id, count - 1, { p_is_recount: true });
      expect(await isAmong(order)).toBe(true);
      await proposals.leaveNothing();
    });

    test("not before: the rest that was promised is awaited", async () => {
      const proposals = await Proposals.begin(sql);
      const { order, proposal } = await proposals.counted(8, { tracking_number: aMark() });
      await proposals.decide(order, proposal, "send_rest");
      expect(await isAmong(order)).toBe(true);
      await proposals.leaveNothing();
    });
  });

  test("damage that somebody has seen leaves the exceptions, until that is taken back or another one is found", async () => {
    const acts = await StaffActs.begin(sql);
    const { id, tracking_number } = await addOrder(sql, {
      ...here,
      received_count: 10,
      tracking_number: aMark(),
    });
    const order = { id, tracking_number };
    await change(id, { package_condition: "damaged_outside" });
    expect(await acts.listed(id, "exceptions")).toMatchObject({
      damage: "damaged_outside",
      package_condition: "damaged_outside",
    });
    const { act_id: act } = await acts.change(id, { is_damage_seen: true });
    expect(await isAmong(order)).toBe(false);
    expect(await acts.listed(id)).toMatchObject({ damage: null, package_condition: "damaged_outside" });
    expect((await eventsOf(sql, id)).at(-1)).toMatchObject({
      type: "review_reason",
      from_value: "damaged_outside",
      to_value: null,
      public: false,
    });
    expect(await acts.undo(act)).toMatchObject([{ outcome: "undone" }]);
    expect(await isAmong(order)).toBe(true);
    await acts.change(id, { is_damage_seen: true });
    await change(id, { package_condition: "damaged_cards" });
    expect(await acts.listed(id, "exceptions")).toMatchObject({ damage: "damaged_cards" });
    await change(id, { fulfillment_status: "complete" });
    expect(await isAmong(order)).toBe(false);
  });

  describe("damage that was seen of a package which turns out to be another batch's", () => {
    const asBefore = { fulfillment_status: "not_received", submission_status: "pending" };

    /** A batch whose package came damaged, as staff have seen. */
    async function seen(acts: StaffActs) {
      const { id } = await addOrder(sql);
      const { act_id: checkIn } = await acts.checkIn(id, 10, { p_condition: "damaged_outside" });
      const { act_id: look } = await acts.change(id, { is_damage_seen: true });
      expect(await acts.listed(id, "exceptions")).toBeUndefined();
      return { id, checkIn, look };
    }

    test.each(["undone", "set back"])(
      "is news when its own one comes, once the check-in is %s",
      async (how) => {
        const acts = await StaffActs.begin(sql);
        const { id, checkIn } = await seen(acts);
        if (how === "undone") expect(await acts.undo(checkIn)).toMatchObject([{ outcome: "undone" }]);
        else await acts.change(id, asBefore, "Another batch");
        await acts.checkIn(id, 10, { p_condition: "damaged_outside" });
        expect(await acts.listed(id, "exceptions")).toMatchObject({ damage: "damaged_outside" });
      },
    );

    test("is seen again when it was no other's", async () => {
      const acts = await StaffActs.begin(sql);
      const { id } = await seen(acts);
      const { act_id } = await acts.change(id, asBefore, "Another batch");
      expect(await acts.undo(act_id)).toMatchObject([{ outcome: "undone" }]);
      expect(await acts.listed(id)).toMatchObject({ damage: null, package_condition: "damaged_outside" });
    });

    test("an undo of that look which is refused names what came since", async () => {
      const acts = await StaffActs.begin(sql);
      const [other, again] = [await seen(acts), await seen(acts)];
      await acts.undo(other.checkIn);
      await acts.checkIn(again.id, 10, { p_condition: "damaged_cards", p_is_recount: true });
      await acts.change(again.id, { is_damage_seen: true });
      expect(await acts.undo(other.look)).toMatchObject([
        { outcome: "changed_since", event: { type: "undone", from_value: "check_in" } },
      ]);
      expect(await acts.undo(again.look)).toMatchObject([
        { outcome: "changed_since", event: { type: "review_reason", from_value: "damaged_cards" } },
      ]);
    });
  });

  test("an order stays among the exceptions until the last reason is gone, and its version tells each", async () => {
    const order = await addOrder(sql, { tracking_number: "1ZATTENTION2", review_reason: "refund_failed" });
    const version = async () =>
      (await sql`select version from grading_orders where id = ${order.id}`)[0]?.version;
    const [first, second] = [
      await addException(sql, { order_id: order.id }),
      await addException(sql, { order_id: order.id }),
    ];
    expect(await version()).toBe(3);
    await sql`update order_admin set review_reason = null where order_id = ${order.id}`;
    await sql`update payment_exceptions set resolved_at = now() where id = ${first}`;
    expect([await isAmong(order), await version()]).toEqual([true, 4]);
    await sql`update payment_exceptions set resolution = 'x' where id = ${second}`;
    await sql`update payment_exceptions set resolved_at = now() where id = ${second}`;
    expect([await isAmong(order), await version()]).toEqual([false, 5]);
    // Settled once more it is no news.
    await sql`update payment_exceptions set resolved_at = now() where id = ${second}`;
    expect(await version()).toBe(5);
  });

  test("an exception that is moved to another order counts there", async () => {
    const [from, to] = [
      await addOrder(sql, { tracking_number: "1ZATTENTION3" }),
      await addOrder(sql, { tracking_number: "1ZATTENTION4" }),
    ];
    const exception = await addException(sql, { order_id: from.id });
    expect([await isAmong(from), await isAmong(to)]).toEqual([true, false]);
    await sql`update payment_exceptions set order_id = ${to.id} where id = ${exception}`;
    expect([await isAmong(from), await isAmong(to)]).toEqual([false, true]);
  });
});

describe("staff waiting views", () => {
  /* What the saved views of what waits in the house hold, and since when it waits. */

  const sql = connect();
  let acts: StaffActs;
  beforeAll(async () => {
    acts = await StaffActs.begin(sql);
  });

  type Columns = Parameters<typeof addReceived>[1];
  type Page = { orders: StoredOrder[]; next_cursor: { at: string; id: string } | null };
  const list = (args: Record<string, unknown>) =>
    call<Page>(personClient(acts.member.accessToken), "staff_list_orders", { p_with_counts: false, ...args });

  /** What the desk that sends cards back says of an order, and whether it stands in a saved view of the orders. */
  async function refusalOf({ batch_id }: StoredOrder): Promise<string | null> {
    const { orders } = await call<{ orders: { refusal: string | null }[] }>(
      personClient(acts.member.accessToken),
      "staff_return_desk",
      { p_code: batch_id },
    );
    return orders[0]?.refusal ?? null;
  }
  const isIn = async (view: string, { id }: StoredOrder) => (await acts.listed(id, view)) !== undefined;

  describe("ready to return is what the desk would send back", () => {
    const cases: [string, Columns, string | null, settledIn: string][] = [
      ["graded", {}, null, "ready_to_return"],
      ["refunded when it was graded", { payment_status: "canceled" }, null, "ready_to_return"],
      ["disputed", { dispute_status: "under_review" }, "disputed", "exceptions"],
      ["to be reviewed", { review_reason: "dispute_lost" }, "to_be_reviewed", "to_review"],
      ["not paid", { payment_status: "unpaid" }, "not_paid", "not_paid"],
      ["its payment under way", { payment_status: "pending" }, "not_paid", "not_paid"],
    ];
    test.each(cases)("%s", async (_, columns, refusal, settledIn) => {
      const order = await addReceived(sql, { submission_status: "graded", ...columns });
      expect(await refusalOf(order)).toBe(refusal);
      expect(await isIn("ready_to_return", order)).toBe(refusal === null);
      expect(await isIn(settledIn, order)).toBe(true);
    });

    test("a charge that its customer has not decided", async () => {
      const proposals = await Proposals.begin(sql);
      const { order, proposal } = await proposals.counted(12);
      await sql`update grading_orders set submission_status = 'graded' where id = ${order.id}`;
      expect([await isIn("ready_to_return", order), await isIn("waiting", order)]).toEqual([false, true]);
      await proposals.decide(order, proposal, "return");
      expect(await isIn("ready_to_return", order)).toBe(true);
      await proposals.leaveNothing();
    });

    test("cards whose group is not back", async () => {
      const order = await addReceived(sql);
      const group = await GroupActs.begin(acts);
      await group.add([order]);
      await group.close("SUB-1", 10);
      await group.step("graded");
      expect([await refusalOf(order), await isIn("ready_to_return", order)]).toEqual(["at_grader", false]);
      await group.step("back", { p_cards: 10 });
      expect([await refusalOf(order), await isIn("ready_to_return", order)]).toEqual([null, true]);
    });
  });

  describe("who is here longest is first, whoever was submitted first", () => {
    const unpaid = { payment_status: "unpaid", received_at: null, received_count: null };
    const unopened = { ...unpaid, fulfillment_status: "not_received", submission_status: "pending" };
    const came = (hour: number) => new Date(Date.UTC(2026, 9, 1, hour));
    const counted = (hour: number) => ({ arrived_at: came(hour), received_at: came(hour) });
    const views: [string, (hour: number) => Columns][] = [
      ["ready_to_return", (hour) => ({ ...counted(hour), submission_status: "graded" })],
      ["count_differs", (hour) => ({ ...counted(hour), received_count: 9 })],
      ["not_paid", (hour) => ({ ...unopened, arrived_at: came(hour) })],
      ["to_send_back", (hour) => ({ ...unopened, payment_status: "canceled", arrived_at: came(hour) })],
    ];
    test.each(views)("%s", async (p_view, columns) => {
      const word = aMark();
      const add = (hour: number, day: number) =>
        addReceived(sql, {
          tracking_number: word,
          submitted_at: new Date(Date.UTC(2026, 8, day)),
          ...columns(hour),
        });
      const [later, first, second] = [await add(9, 1), await add(7, 3), await add(8, 2)];
      const args = { p_search: word, p_view, p_limit: 2 };
      const page = await list(args);
      const { at: p_cursor_at, id: p_cursor_id } = page.next_cursor ?? {};
      const next = await list({ ...args, p_cursor_at, p_cursor_id });
      expect([page, next].map(({ orders }) => orders.map(({ id }) => id))).toEqual([
        [first.id, second.id],
        [later.id],
      ]);
    });

    test("what was counted is here since then, though nobody noted that it came", async () => {
      const received_at = new Date("2026-10-02T10:00:00Z");
      const { arrived_at } = await addOrder(sql, { submission_status: "received", received_at });
      expect(arrived_at).toEqual(received_at);
    });

    test("the desk's own list", async () => {
      const graded = (hour: number) =>
        addReceived(sql, { submission_status: "graded", ...counted(hour - 24 * 3_000) });
      const [later, first] = [await graded(2), await graded(1)];
      const { ready } = await call<{ ready: { id: string }[] }>(
        personClient(acts.member.accessToken),
        "staff_return_desk",
        { p_code: null },
      );
      const shown = ready.map(({ id }) => id).filter((id) => id === first.id || id === later.id);
      expect(shown).toEqual([first.id, later.id]);
      await sql`update grading_orders set received_at = now() where id in (${first.id}, ${later.id})`;
    });
  });

  describe("what is with staff stands by when it came to them, whoever was submitted first", () => {
    const marks: [string, (order: StoredOrder) => Promise<unknown>][] = [
      [
        "set_aside",
        ({ id }) => acts.write("staff_set_aside", { p_order_id: id, p_note: "left at the door" }),
      ],
      ["to_review", ({ id }) => sql`select private.mark_for_review(${id}, 'refund_failed')`],
      ["exceptions", ({ id }) => sql`select private.mark_for_review(${id}, 'refund_failed')`],
      [
        "exceptions",
        ({ id }) => sql`update grading_orders set package_condition = 'tampered' where id = ${id}`,
      ],
    ];
    const ids = async (args: Record<string, unknown>) => {
      const { orders, next_cursor } = await list(args);
      return {
        ids: orders.map(({ id }) => id),
        next: { p_cursor_at: next_cursor?.at, p_cursor_id: next_cursor?.id },
      };
    };

    test.each(marks)("%s", async (p_view, mark) => {
      const word = aMark();
      const add = (day: number) =>
        addOrder(sql, {
          tracking_number: word,
          submitted_at: new Date(Date.UTC(2026, 8, day)),
          arrived_at: new Date(),
          payment_status: p_view === "set_aside" ? "unpaid" : "paid",
        });
      const [last, first, second] = [await add(1), await add(3), await add(2)];
      for (const order of [first, second, last]) await mark(order);
      const page = await ids({ p_search: word, p_view, p_limit: 2 });
      const next = await ids({ p_search: word, p_view, p_limit: 2, ...page.next });
      expect([page.ids, next.ids]).toEqual([[first.id, second.id], [last.id]]);
    });

    test("one that was settled and comes again has waited since then", async () => {
      const word = aMark();
      const add = () => addOrder(sql, { tracking_number: word, review_reason: "refund_failed" });
      const [first, second] = [await add(), await add()];
      await acts.change(first.id, { is_reviewed: true });
      await sql`select private.mark_for_review(${first.id}, 'dispute_lost')`;
      for (const p_view of ["to_review", "exceptions"])
        expect((await ids({ p_search: word, p_view })).ids).toEqual([second.id, first.id]);
      // Another reason in place of the first is the same wait.
      await sql`select private.mark_for_review(${second.id}, 'dispute_lost')`;
      expect((await ids({ p_search: word, p_view: "to_review" })).ids).toEqual([second.id, first.id]);
    });
  });
});

describe("staff count view", () => {
  /*
   * Which counts that differ from what was paid for are still to be settled: those alone are listed. No page is opened and no refund
   * owed but by a column: the tests of the reconcile job run beside these.
   */

  const sql = connect();
  let proposals: Proposals;
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });
  afterEach(() => proposals.leaveNothing());

  type Counted = Awaited<ReturnType<Proposals["counted"]>>;

  const isListed = async ({ order }: Counted) => {
    const client = personClient(proposals.acts.member.accessToken);
    const args = { p_view: "count_differs", p_search: order.batch_id, p_with_counts: false };
    const page = await call<{ orders: { id: string }[] }>(client, "staff_list_orders", args);
    return page.orders.some(({ id }) => id === order.id);
  };

  test("is listed as long as its customer is asked, and whoever was asked no more without an end of it", async () => {
    const [short, extra, rest] = [
      await proposals.counted(8),
      await proposals.counted(12),
      await proposals.counted(8),
    ];
    const withdrawn = await proposals.counted(8);
    await proposals.decide(rest.order, rest.proposal, "send_rest");
    const args = { p_adjustment_id: withdrawn.proposal.id, p_reason: "They told us by phone" };
    await proposals.acts.write("staff_withdraw_adjustment", args);
    const unpaid = await proposals.counted(8, { payment_status: "unpaid", stripe_session_id: null });
    for (const counted of [short, extra, rest, withdrawn, unpaid]) expect(await isListed(counted)).toBe(true);
    expect(await isListed(await proposals.counted(10))).toBe(false);
  });

  describe("is settled, and listed no more", () => {
    test.each<[string, number, (counted: Counted) => Promise<unknown>]>([
      ["the missing cards are refunded", 8, ({ order }) => applyRefund(order.stripe_payment_intent_id, 5000)],
      ["the cards on top go back", 12, ({ order, proposal }) => proposals.decide(order, proposal, "return")],
      [
        "the cards on top are paid for",
        12,
        ({ proposal }) =>
          sql`update order_adjustments set status = 'paid', chosen_option = 'pay', paid_at = now(), paid_cents = amount_cents
          where id = ${proposal.id}`,
      ],
      ["nobody answered about cards on top", 12, ({ proposal }) => proposals.expire(proposal)],
      ["all of it is refunded", 12, ({ order }) => applyRefund(order.stripe_payment_intent_id, 25_000)],
    ])("once %s", async (_, count, settle) => {
      const counted = await proposals.counted(count);
      await settle(counted);
      expect(await isListed(counted)).toBe(false);
    });

    test("while its refund is owed it is not; by staff's own word it is, until another count", async () => {
      const counted = await proposals.counted(8);
      await sql`update order_adjustments set status = 'accepted', chosen_option = 'refund', decided_at = now()
      where id = ${counted.proposal.id}`;
      expect(await isListed(counted)).toBe(true);
      const other = await proposals.counted(8);
      const args = { p_adjustment_id: other.proposal.id, p_reason: "A miscount" };
      await proposals.acts.write("staff_withdraw_adjustment", args);
      const group = await GroupActs.begin(proposals.acts);
      await group.add([other.order], "They told us so");
      expect(await isListed(other)).toBe(false);
      await proposals.acts.checkIn(other.order.id, 9, { p_is_recount: true });
      expect(await isListed(other)).toBe(true);
    });
  });
});

describe("claims", () => {
  const sql = connect();
  const server = serverClient();

  const aKey = () => randomUUID().replaceAll("-", "").repeat(2);
  const aGuestOrder = async (
    changed: { guest_key?: string; guest_email?: null; payment_status?: string } = {},
  ) => {
    const columns = { guest_email: anEmail(), guest_key: aKey(), ...changed };
    return { ...(await addOrder(sql, columns)), ...columns };
  };
  const claim = (orderId: string, userId: string, timesLinked = 0) =>
    claimOrder({ orderId, timesLinked }, userId);
  /** Undoes the first claim, with the token after that of `generation`. */
  const unclaim = (orderId: string, userId: string, generation: number | null = 1) =>
    unclaimOrder({ orderId, timesLinked: 1 }, userId, { generation, tokenHash: aKey() });
  const addTrackingLink = async (orderId: string) => {
    await sql`insert into tracking_links (order_id, token_hash) values (${orderId}, ${aKey()})`;
  };
  const request = enqueueClaimLink;
  const list = (
    userId: string,
    { key = null, claim: opened = null }: { key?: string | null; claim?: Claim | null },
  ) => listClaimableOrders(userId, key, opened);
  const ownerOf = async (id: string) =>
    (await sql`select user_id, user_email from grading_orders where id = ${id}`)[0];
  const emailsOf = (id: string) =>
    sql<{ kind: string; payload: object }[]>`
    select kind, payload from outbox where payload ->> 'order_id' = ${id} order by id`;

  test("an order is claimed once, and the address that paid is notified", async () => {
    const order = await aGuestOrder();
    const [user, other] = [await addUser(sql), await addUser(sql)];
    expect(await claim(order.id, user.id)).toMatchObject({ outcome: "claimed" });
    expect(await claim(order.id, user.id)).toMatchObject({ outcome: "claimed" });
    expect(await claim(order.id, other.id)).toEqual({ outcome: "link_refused" });
    expect(await ownerOf(order.id)).toEqual({ user_id: user.id, user_email: user.email });
    expect(await emailsOf(order.id)).toMatchObject([
      { kind: "batch_claimed", payload: { to: order.guest_email, account: user.email, user_id: user.id } },
    ]);
  });

  test.each([
    ["isn't paid", { payment_status: "unpaid" }],
    ["was refunded", { payment_status: "canceled" }],
    ["belongs to an erased person", { guest_email: null }],
  ])("refuses a claim of an order that %s", async (_, changed) => {
    const order = await aGuestOrder(changed);
    const user = await addUser(sql);
    expect(await claim(order.id, user.id)).toEqual({ outcome: "link_refused" });
    expect(await ownerOf(order.id)).toMatchObject({ user_id: null });
  });

  test("refuses a claim of an order that doesn't exist", async () => {
    expect(await claim(randomUUID(), (await addUser(sql)).id)).toEqual({ outcome: "link_refused" });
  });

  test("gives an order to one of twenty accounts that claim it at once", async () => {
    const order = await aGuestOrder();
    const users = await Promise.all(Array.from({ length: 20 }, () => addUser(sql)));
    const outcomes = await Promise.all(users.map(({ id }) => claim(order.id, id)));
    expect(outcomes.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
    expect(await emailsOf(order.id)).toHaveLength(1);
  });

  test("moves a claimed order out again for the address that paid, and the used link stays used", async () => {
    const order = await aGuestOrder();
    await addTrackingLink(order.id);
    const [thief, owner] = [await addUser(sql), await addUser(sql)];
    await claim(order.id, thief.id);
    expect(await unclaim(order.id, thief.id, null)).toEqual({ outcome: "link_needed", generation: 1 });
    expect(await unclaim(order.id, owner.id)).toEqual({ outcome: "link_refused" });
    expect(await unclaim(order.id, thief.id)).toEqual({ outcome: "removed" });
    expect(await unclaim(order.id, thief.id)).toEqual({ outcome: "link_refused" });
    expect(await ownerOf(order.id)).toEqual({ user_id: null, user_email: null });
    expect(await claim(order.id, thief.id)).toEqual({ outcome: "link_refused" });
    expect(await claim(order.id, owner.id, 2)).toMatchObject({ outcome: "claimed" });
    const [link] = await sql`select generation, revoked_at from tracking_links where order_id = ${order.id}`;
    expect(link).toEqual({ generation: 2, revoked_at: null });
    expect((await emailsOf(order.id)).map(({ kind }) => kind)).toEqual([
      "batch_claimed",
      "tracking_link",
      "batch_claimed",
    ]);
  });

  test("puts back the return address that the account changed, however often", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql);
    await claim(order.id, user.id);
    const [paid, second, third] = [{ city: "Austin" }, { city: "Elsewhere" }, { city: "Farther" }];
    const decide = (from: object, to: object, choice: string | null) => sql`
    insert into address_questions (order_id, order_address, profile_address, asked_at, until_at, choice, decided_at,
      decided_by, is_by_staff)
    values (${order.id}, ${sql.json({ ...from })}, ${sql.json({ ...to })}, clock_timestamp(), now(), ${choice},
      ${choice && new Date()}, ${choice && user.id}, ${choice && false})`;
    await decide(paid, second, "profile");
    await decide(second, third, "profile");
    await decide(third, paid, null);
    await sql`update grading_orders set return_address = ${sql.json(third)} where id = ${order.id}`;
    expect(await unclaim(order.id, user.id, null)).toEqual({ outcome: "removed" });
    const [row] = await sql`select return_address from grading_orders where id = ${order.id}`;
    expect(row?.return_address).toEqual(paid);
    expect(
      await sql`select from address_questions where order_id = ${order.id} and withdrawn_at is null`,
    ).toHaveLength(0);
  });

  test("doesn't move out an order that was linked by its own address", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql, { email: order.guest_email ?? "" });
    expect(await call(server, "link_guest_orders", { p_user_id: user.id })).toBe(1);
    expect(await unclaimOrder({ orderId: order.id, timesLinked: 0 }, user.id)).toEqual({
      outcome: "link_refused",
    });
  });

  test("emails the link once an hour, and only for the browser that paid", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql);
    expect(await request(order.id, user.id, aKey())).toEqual({ outcome: "not_found" });
    expect(await request(order.id, user.id, order.guest_key)).toEqual({
      outcome: "queued",
      email: order.guest_email,
    });
    await request(order.id, user.id, order.guest_key);
    expect(await emailsOf(order.id)).toMatchObject([
      { kind: "claim_link", payload: { account: user.email, times_linked: 0 } },
    ]);
  });

  test("lists the orders of this browser and of the link, and nobody else's", async () => {
    const [mine, linked, strangers] = [await aGuestOrder(), await aGuestOrder(), await aGuestOrder()];
    const unpaid = await aGuestOrder({ guest_key: mine.guest_key, payment_status: "unpaid" });
    const user = await addUser(sql);
    const opened = { key: mine.guest_key, claim: { orderId: linked.id, timesLinked: 0 } };
    const { orders } = await list(user.id, opened);
    expect(orders).toMatchObject([
      { id: linked.id, has_link: true },
      { id: mine.id, has_link: false },
    ]);
    expect(orders.map(({ id }) => id)).not.toContain(unpaid.id);
    expect(orders.map(({ id }) => id)).not.toContain(strangers.id);
    await claim(linked.id, user.id);
    expect(await list(user.id, opened)).toMatchObject({
      own_batch: linked.batch_id,
      orders: [{ id: mine.id }],
    });
    expect((await list(user.id, { claim: { orderId: strangers.id, timesLinked: 1 } })).orders).toEqual([]);
  });

  test("offers the order of the link first among many of this browser", async () => {
    const oldest = await aGuestOrder();
    for (let n = 0; n < 5; n++) await aGuestOrder({ guest_key: oldest.guest_key });
    const opened = { key: oldest.guest_key, claim: { orderId: oldest.id, timesLinked: 0 } };
    const { orders } = await list((await addUser(sql)).id, opened);
    expect(orders).toHaveLength(5);
    expect(orders[0]).toMatchObject({ id: oldest.id, has_link: true });
  });

  test("recognizes an order that was paid for with the account's own address", async () => {
    const order = await aGuestOrder();
    const [own, other] = [await addUser(sql, { email: order.guest_email ?? "" }), await addUser(sql)];
    const here = { key: order.guest_key };
    expect((await list(own.id, here)).orders).toMatchObject([{ is_own: true }]);
    expect((await list(other.id, here)).orders).toMatchObject([{ is_own: false }]);
  });

  test("links an order of the browser that logs in without waiting for a password chosen by email", async () => {
    const order = await aGuestOrder();
    const user = await addUser(sql, { email: order.guest_email ?? "", chosePassword: false });
    const link = (args: object) => call<number>(server, "link_guest_orders", { p_user_id: user.id, ...args });
    expect(await link({})).toBe(0);
    expect(await link({ p_guest_key: aKey() })).toBe(0);
    // Someone else may know the password of an account that moved to this address.
    await sql`insert into password_choices (user_id, is_unproven) values (${user.id}, true)`;
    expect(await link({ p_guest_key: order.guest_key })).toBe(0);
    await sql`delete from password_choices where user_id = ${user.id}`;
    expect(await link({ p_guest_key: order.guest_key })).toBe(1);
  });
});
