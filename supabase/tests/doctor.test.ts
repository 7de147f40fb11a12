import { withService } from "../../sandbox/builders/answering-service";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";
import { checkDatabase, databaseProblems } from "../../sandbox/doctor/check-database";
import { checkData } from "../../sandbox/doctor/check-supabase";
import { doctor, examine } from "../../sandbox/doctor/doctor";
import type { Finding, Settings } from "../../sandbox/doctor/finding";
import { SANDBOX_KEYS } from "../../sandbox/launcher/environment";

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
  expect(line).toMatch(/^\n2 to mend\. .*: site URL, database, scheduler, staff\.$/);
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
