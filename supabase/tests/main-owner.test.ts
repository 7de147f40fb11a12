import { randomUUID } from "node:crypto";
import { withService } from "../../sandbox/builders/answering-service";
import { addOrder, addUser, type StaffMember, signUpStaff } from "../../sandbox/builders/rows";
import { expectSomebodyWaits } from "../../sandbox/builders/sql-functions";
import {
  call,
  connect,
  personClient,
  type Sql,
  serverClient,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";
import { checkDatabase, databaseProblems } from "../../sandbox/doctor/check-database";
import { checkData } from "../../sandbox/doctor/check-supabase";
import { doctor, examine } from "../../sandbox/doctor/doctor";
import type { Finding, Settings } from "../../sandbox/doctor/finding";
import { SANDBOX_KEYS } from "../../sandbox/launcher/environment";
import {
  aMainOwner,
  EVERY_RIGHT,
  handOver,
  mailsAbout,
  refused,
  remove,
  set,
  standingOf,
} from "./people-calls";

describe("main owner", () => {
  /* The one owner who starts at the staff's pages, and what happens when people change each other at once. */

  const sql = connect();

  describe("the main owner", () => {
    test("hands that over to anybody of the staff, and stays an owner; three are told", async () => {
      const [main, next, other] = [
        await aMainOwner(sql),
        await signUpStaff(sql, "staff", []),
        await signUpStaff(sql),
      ];
      const before = await standingOf(sql, other);
      expect(await handOver(main, next)).toEqual({ outcome: "handed_over" });
      expect(await standingOf(sql, other)).toEqual(before);
      expect(await standingOf(sql, main)).toMatchObject({ role: "owner", is_main: false });
      expect(await standingOf(sql, next)).toMatchObject({ role: "owner", is_main: true });
      const context = (who: StaffMember) => call(personClient(who.accessToken), "get_session_context", {});
      expect(await context(next)).toMatchObject({ staff_role: "owner" });
      expect(await context(main)).toMatchObject({ staff_role: "co_owner" });
      expect((await mailsAbout(sql, next, "handed_over")).map(({ to }) => to).sort()).toEqual(
        [main.email, next.email].sort(),
      );
      expect(await handOver(main, next)).toEqual({ outcome: "not_main" });
    });

    test("hands it over neither to themselves nor to nobody", async () => {
      const main = await aMainOwner(sql);
      expect(await handOver(main, main)).toEqual({ outcome: "own_rights" });
      expect(await handOver(main, await addUser(sql))).toEqual({ outcome: "not_staff" });
      expect(await standingOf(sql, main)).toMatchObject({ is_main: true });
    });

    test("who hands it over twice at once does so once", async () => {
      const [main, one, two] = [await aMainOwner(sql), await signUpStaff(sql), await signUpStaff(sql)];
      const outcomes = await Promise.all([handOver(main, one), handOver(main, two), handOver(main, one)]);
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["handed_over", "not_main", "not_main"]);
      expect(await sql`select from staff where is_main`).toHaveLength(1);
    });

    test("is exactly one, whatever the tables are told", async () => {
      const main = await aMainOwner(sql);
      const other = await signUpStaff(sql, "owner");
      await expect(sql`update staff set is_main = true where user_id = ${other.id}`).rejects.toMatchObject({
        code: "23505",
      });
      await expect(sql`update staff set role = 'staff' where user_id = ${main.id}`).rejects.toMatchObject({
        code: "23514",
      });
    });

    test("set-up makes the first owner the main one, and takes nothing away when it is run again", async () => {
      const main = await aMainOwner(sql);
      const second = await addUser(sql);
      const bind = (email: string, p_role: string) =>
        call<{ reason: string }>(serverClient(), "bind_staff", { p_email: email, p_role });
      expect(await bind(second.email, "owner")).toMatchObject({ reason: "added" });
      expect(await standingOf(sql, second)).toMatchObject({ role: "owner", is_main: false });
      expect(await bind(second.email, "staff")).toMatchObject({ reason: "already_bound" });
      expect(await bind(main.email, "staff")).toMatchObject({ reason: "already_bound" });
      // At once for everybody else: another file may set up an owner at this moment.
      const again = await sql.begin(async (tx) => {
        await tx`update staff set is_main = false where is_main`;
        return tx`select public.bind_staff(${second.email}, 'owner') as answer`;
      });
      expect(again[0]?.answer).toMatchObject({ reason: "role_changed" });
      expect(await standingOf(sql, second)).toMatchObject({ role: "owner", is_main: true });
    });
  });

  test("two who change, or remove, each other at once never wait for each other", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await signUpStaff(sql, "owner"), await signUpStaff(sql, "owner")];
      const answers = await Promise.allSettled([set(one, two, []), set(two, one, [])]);
      expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(answers.find(({ status }) => status === "rejected")).toMatchObject({ reason: refused("owner") });
      const managers = [
        await signUpStaff(sql, "staff", EVERY_RIGHT),
        await signUpStaff(sql, "staff", EVERY_RIGHT),
      ] as const;
      const removed = await Promise.allSettled([
        remove(managers[0], managers[1]),
        remove(managers[1], managers[0]),
      ]);
      expect(removed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(removed.find(({ status }) => status === "rejected")).toMatchObject({
        reason: expect.objectContaining({ message: expect.stringContaining("only staff may do this") }),
      });
    }
  });
});

describe("owner alerts", () => {
  /* What owners are told of by mail: large refunds, several that are one together, and files that leave the house. */

  const sql = connect();
  let owner: StaffMember;
  let member: StaffMember;
  beforeAll(async () => {
    owner = await signUpStaff(sql, "owner");
  });
  beforeEach(async () => {
    // Each test is the first day of somebody.
    member = await signUpStaff(sql);
  });

  const LIMIT = 10_000;

  /** Writes a refund down, as the form does; answers its id. */
  async function begin(cents: number): Promise<string> {
    const order = await addOrder(sql);
    const id = randomUUID();
    await call(serverClient(), "staff_begin_refund", {
      p_actor: member.id,
      p_request_id: id,
      p_order_id: order.id,
      p_amount_cents: cents,
      p_refunded_cents: 0,
      p_reason: "Lost",
    });
    return id;
  }

  const finish = (id: string, failure: string | null = null, p_alert_cents: number | null = LIMIT) =>
    call<{ outcome: string }>(serverClient(), "staff_finish_refund", {
      p_request_id: id,
      p_attempt: 1,
      p_stripe_refund_id: failure ? null : `re_${id}`,
      p_failure: failure,
      p_alert_cents,
    });
  const refund = async (cents: number) => {
    const id = await begin(cents);
    await finish(id);
    return id;
  };

  /** What the owner of this file is told of this test's member. */
  const told = async (kind = "refund_alert") =>
    (
      await sql<{ payload: Record<string, unknown> }[]>`select payload from outbox
      where kind = ${kind} and payload ->> 'by' = ${member.email} and payload ->> 'to' = ${owner.email} order by id`
    ).map(({ payload }) => payload);

  describe("a refund", () => {
    test("that was told by itself does not count among several; one of just the limit does", async () => {
      await refund(LIMIT + 1);
      await refund(LIMIT - 1);
      expect(await told()).toHaveLength(1);
      await refund(2);
      expect(await told()).toMatchObject([{ cents: LIMIT + 1 }, { cents: 2, day_cents: LIMIT + 1 }]);
      member = await signUpStaff(sql);
      await refund(LIMIT);
      expect(await told()).toEqual([]);
      await refund(1);
      expect(await told()).toMatchObject([{ cents: 1, day_cents: LIMIT + 1 }]);
    });

    test("above the limit is told once it is made, once, with who, how much, why and of which batch", async () => {
      const id = await begin(LIMIT + 1);
      expect(await told()).toEqual([]);
      await finish(id);
      await finish(id);
      const [order] =
        await sql`select o.id, o.batch_id from refund_requests r join grading_orders o on o.id = r.order_id
      where r.id = ${id}`;
      expect(await told()).toEqual([
        {
          to: owner.email,
          by: member.email,
          cents: LIMIT + 1,
          limit_cents: LIMIT,
          reason: "Lost",
          order_id: order?.id,
          batch_id: order?.batch_id,
        },
      ]);
    });

    test("up to the limit, one that failed, and any without a limit are not told", async () => {
      await refund(LIMIT);
      await finish(await begin(LIMIT + 1), "The card is closed.");
      await finish(await begin(LIMIT + 1), null, null);
      expect(await told()).toEqual([]);
    });

    test("is told to every owner who has an address, and to nobody else", async () => {
      const second = await signUpStaff(sql, "owner");
      const id = await refund(LIMIT + 1);
      const mails =
        await sql`select payload ->> 'to' as to from outbox where dedupe_key like ${`refund_alert:${id}:%`}`;
      const to = mails.map((mail) => mail.to);
      expect(to).toEqual(expect.arrayContaining([owner.email, second.email]));
      expect(to).not.toContain(member.email);
    });
  });

  describe("several refunds of one person", () => {
    test("are told once when they pass the limit within a day, and again when they do so later", async () => {
      await refund(6_000);
      await refund(4_000);
      expect(await told()).toEqual([]);
      await refund(1);
      expect(await told()).toMatchObject([{ cents: 1, day_cents: LIMIT + 1 }]);
      await refund(5_000);
      expect(await told()).toHaveLength(1);
      await sql`update refund_requests set updated_at = now() - interval '25 hours' where requested_by = ${member.id}`;
      await refund(9_999);
      expect(await told()).toHaveLength(1);
      await refund(2);
      expect(await told()).toMatchObject([{ cents: 1 }, { cents: 2, day_cents: LIMIT + 1 }]);
    });

    test("are summed without those that were told by themselves, and without another's", async () => {
      await refund(LIMIT + 1);
      await refund(LIMIT);
      const before = member;
      member = await signUpStaff(sql);
      await refund(LIMIT);
      expect(await told()).toEqual([]);
      member = before;
      expect(await told()).toHaveLength(1);
    });

    test("made at once are told all the same", async () => {
      const ids = [await begin(6_000), await begin(6_000), await begin(6_000)];
      await Promise.all(ids.map((id) => finish(id)));
      expect(await told()).toHaveLength(1);
    });

    test("the second of two waits until the first is written", async () => {
      const [first, second] = [await begin(6_000), await begin(6_000)];
      let later: Promise<unknown> = Promise.resolve();
      await sql.begin(async (tx) => {
        await tx`select public.staff_finish_refund(${first}, 1, ${`re_${first}`}, null, ${LIMIT})`;
        later = finish(second);
        await expectSomebodyWaits(tx);
      });
      await later;
      expect(await told()).toMatchObject([{ day_cents: 12_000 }]);
    });
  });

  describe("a file that leaves the house", () => {
    const beginExport = (p_kind: string, p_filter: object, p_rows: number | null = null) =>
      call<{ export_id: number }>(serverClient(), "staff_begin_export", {
        p_actor: member.id,
        p_kind,
        p_filter,
        p_rows,
      });
    const end = (p_export_id: number, p_rows: number, p_is_complete = true) =>
      call(serverClient(), "staff_finish_export", { p_export_id, p_rows, p_is_complete });
    const dueIn = async () =>
      (
        await sql`select next_attempt_at > now() as is_later from outbox
        where kind = 'export_alert' and payload ->> 'by' = ${member.email} and payload ->> 'to' = ${owner.email}`
      )[0]?.is_later;

    test("is kept with who and what was asked for, and told when it ends, without what was searched for", async () => {
      const { export_id: id } = await beginExport("orders", { payment: "paid", search: "jane@example.org" });
      expect(await dueIn()).toBe(true);
      expect(await end(id, 12)).toEqual({ outcome: "finished" });
      expect(await end(id, 99)).toEqual({ outcome: "unchanged" });
      expect(await dueIn()).toBe(false);
      const [alert] = await told("export_alert");
      expect(alert).toMatchObject({
        kind: "orders",
        filter: { payment: "paid" },
        has_search: true,
        rows: 12,
        is_complete: true,
      });
      expect(JSON.stringify(alert)).not.toContain("jane");
      const [kept] = await sql`select kind, actor_id, about, after from staff_log where id = ${id}`;
      expect(kept).toEqual({
        kind: "exported",
        actor_id: member.id,
        about: "orders",
        after: { filter: { payment: "paid", search: "jane@example.org" }, rows: 12, is_complete: true },
      });
    });

    test("is told of also when nobody hears its end, or when it broke off", async () => {
      const { export_id: id } = await beginExport("activity", {});
      expect(await told("export_alert")).toMatchObject([{ kind: "activity", filter: {}, has_search: false }]);
      await end(id, 3, false);
      expect(await told("export_alert")).toMatchObject([{ rows: 3, is_complete: false }]);
    });

    test("a manifest is kept, and nobody is told: it names no customer", async () => {
      const { export_id: id } = await beginExport("manifest", { group: 7 }, 4);
      expect(await told("export_alert")).toEqual([]);
      const [kept] = await sql`select after from staff_log where id = ${id}`;
      expect(kept?.after).toEqual({ filter: { group: 7 }, rows: 4, is_complete: true });
      expect(await end(id, 9)).toEqual({ outcome: "unchanged" });
    });

    test("of an unknown kind there is none", async () => {
      await expect(beginExport("passwords", {})).rejects.toThrow("there is no such file");
    });
  });
});

describe("new alarms", () => {
  /* Each alarm of an order is claimed once, for its own order alone, and by nobody who has to wait. */

  const sql = connect();

  /** Orders in the order of their ids, of which those with a reason are to be reviewed. */
  async function someOrders(on: Sql | Transaction, reasons: (string | null)[]): Promise<string[]> {
    // Before all others that staff do not know of.
    const ids = reasons.map((_, nth) => `00000000-0000-4000-800${nth}-${randomUUID().slice(-12)}`);
    for (const [nth, review_reason] of reasons.entries()) await addOrder(on, { id: ids[nth], review_reason });
    return ids;
  }
  const claim = async (on: Transaction, limit: number): Promise<string[]> => {
    const [row] = await on`select public.claim_new_alarms(false, ${limit}) as found`;
    return row?.found.map(({ order_id }: { order_id: string }) => order_id);
  };

  test("of those that have one, as many as are asked for; the next claim has the others", () =>
    undone(sql, async (tx) => {
      const [, first = "", second = ""] = await someOrders(tx, [null, "refund_failed", "refund_failed"]);
      expect([await claim(tx, 1), await claim(tx, 1)]).toEqual([[first], [second]]);
      expect(await claim(tx, 1)).not.toContain(first);
      // Where nobody is to get one, no mail is written.
      expect(
        await tx`select 1 from outbox where payload ->> 'order_id' in (${first}, ${second})
      and kind = 'payment_exception'`,
      ).toEqual([]);
    }));

  test("what somebody has at this moment is left to the next claim", async () => {
    const [held = "", free = ""] = await someOrders(sql, ["refund_failed", "refund_failed"]);
    try {
      await undone(sql, async (tx) => {
        await tx`set local lock_timeout = '2s'`;
        await sql.begin(async (other) => {
          await other`select 1 from order_admin where order_id = ${held} for update`;
          expect(await claim(tx, 1)).toEqual([free]);
        });
        expect(await claim(tx, 1)).toEqual([held]);
      });
    } finally {
      await sql`update order_admin set review_reason = null where order_id in (${held}, ${free})`;
    }
  });
});

describe("doctor", () => {
  const sql = connect();
  /** The running sandbox's settings, as somebody who looks after it has them. */
  const own: Settings = {
    ...process.env,
    DATABASE_URL: process.env.SANDBOX_DATABASE_URL,
    STRIPE_SETUP_KEY: SANDBOX_KEYS.stripeSecretKey,
  };
  const told = ({ state, about, says }: Finding) => `${state} ${about}: ${says}`;
  const only = (findings: Finding[]) => findings.map(told).join("\n");

  test("a running sandbox is in order, whether its jobs have run or not", async () => {
    let findings: Finding[] = [];
    await undone(sql, async () => {
      findings = await examine(own);
    });
    const others = findings.filter(({ about }) => about !== "scheduler");
    expect(others.filter(({ state }) => state !== "right")).toEqual([]);
    expect(others.map(({ about }) => about)).toEqual([
      "settings",
      "auth service",
      "site URL",
      "signing keys",
      "data API",
      "database",
      "payment service's key",
      "prices",
      "billing portal",
      "webhook",
      "mail server",
      "staff",
    ]);
  });

  test("the last line says what is to mend, and what could not be looked at", async () => {
    const said = jest.spyOn(console, "log").mockImplementation(() => {});
    const away = { ...process.env, DATABASE_URL: "", SUPABASE_URL: "http://127.0.0.1:9" };
    expect(await doctor({ env: { ...away, STRIPE_SETUP_KEY: own.STRIPE_SETUP_KEY } })).toBe(1);
    const [line] = said.mock.lastCall ?? [];
    said.mockRestore();
    expect(line).toMatch(/^\n2 to mend\. .*: site URL, signing keys, database, scheduler, staff\.$/);
  });

  test("without whole settings nothing else is asked", async () => {
    expect(only(await examine({ ...own, MAIL_FROM: "" }))).toMatch(
      /^wrong settings: .*\n {2}MAIL_FROM is missing[^\n]*$/,
    );
  });

  test("a data API that refuses the secret key is told", async () => {
    const keyless = await checkData({ ...own, SUPABASE_SECRET_KEY: "sb_secret_wrong" });
    expect(only(keyless)).toMatch(/^wrong .*SUPABASE_SECRET_KEY/);
  });

  describe("the database", () => {
    const problems = (change: (tx: Transaction) => Promise<unknown>) => {
      let found: string[] = [];
      return undone(sql, async (tx) => {
        await change(tx);
        found = await databaseProblems(tx);
      }).then(() => found);
    };

    test.each<[string, (tx: Transaction) => Promise<unknown>, RegExp]>([
      [
        "a migration that was not applied",
        (tx) => tx`delete from supabase_migrations.schema_migrations where name = 'outbox'`,
        /^Not applied: \d+_outbox\.sql\. Run `npx supabase@3 db push --remote`/,
      ],
      [
        "photographs that anybody may read",
        (tx) => tx`update storage.buckets set public = true where id = 'order-photos'`,
        /^Anybody may read the bucket order-photos/,
      ],
      [
        "a project where nothing was",
        (tx) => tx`alter schema supabase_migrations rename to other`,
        /^No migration was ever applied/,
      ],
      [
        "a trigger that the project refused",
        // Dropping it would wait for everybody who is using the table.
        (tx) => tx`update pg_trigger set tgname = 'other' where tgname = 'tell_of_factor'`,
        /^The trigger tell_of_factor on auth\.mfa_factors is missing/,
      ],
      [
        "a table that is open",
        (tx) => tx`create table public.left_open ()`,
        /^Row level security is off on left_open/,
      ],
      [
        "rights that somebody gave",
        (tx) => tx`grant select on public.outbox to anon`,
        /^Other rights than the migrations give, on outbox: run/,
      ],
      [
        "a function that anybody may call",
        (tx) => tx`grant execute on function public.get_job_progress() to public`,
        /^Other rights than the migrations give, on get_job_progress\(\): run/,
      ],
    ])("%s is told", async (_, change, says) => {
      expect((await problems(change))[0]).toMatch(says);
      expect(await problems(async () => {})).toEqual([]);
    });

    test.each<[string, number, RegExp]>([
      ["behind", 120, /^wrong database: Its clock is 1[12]\d s behind the payment service's/],
      ["ahead", -120, /^wrong database: Its clock is 1[12]\d s ahead of the payment service's/],
      ["a little behind", 20, /^right database: .*, triggers and clock are as they should be$/],
      [
        "not to be compared",
        Number.NaN,
        /^right database: [^,]*, rights and triggers are.*\nunknown database's clock: /,
      ],
    ])("whose clock is %s", async (_, seconds, says) => {
      const date = new Date(Date.now() + seconds * 1000).toUTCString();
      const findings: Finding[] = [];
      await undone(sql, async () => {
        const check = async (url: string) => {
          findings.push(...(await checkDatabase({ ...own, STRIPE_API_URL: url })));
        };
        await withService({}, check, { date });
      });
      expect(only(findings)).toMatch(says);
    });

    test("without its address, or with a wrong one, nothing is said to be right", async () => {
      expect(only(await checkDatabase({}))).toMatch(/^unknown database: Set DATABASE_URL/);
      expect(only(await checkDatabase({ DATABASE_URL: "postgres://postgres:a#b/c@db" }))).toMatch(
        /^wrong database: DATABASE_URL is no address/,
      );
      const away = await checkDatabase({ DATABASE_URL: "postgres://postgres:x@127.0.0.1:9/postgres" });
      expect(only(away)).toMatch(/^wrong database: DATABASE_URL cannot be asked/);
    });
  });
});
