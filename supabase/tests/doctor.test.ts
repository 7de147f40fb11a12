import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, lockGrants, type Transaction, undone } from "../../sandbox/builders/test-database";
import { checkDatabase, databaseProblems } from "../../sandbox/doctor/check-database";
import { checkMail } from "../../sandbox/doctor/check-mail";
import { checkAuth, checkData, checkRunning } from "../../sandbox/doctor/check-supabase";
import { examine } from "../../sandbox/doctor/doctor";
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

/** A service that answers each path with this, or 404. */
async function withService(
  answers: Record<string, [status: number, body: unknown]>,
  work: (url: string) => Promise<void>,
  headers: Record<string, string> = {},
) {
  const server = createServer((request, response) => {
    const path = Object.keys(answers).find((start) => request.url?.startsWith(start));
    const [status, body] = answers[path ?? ""] ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a running sandbox is in order, whether its jobs have run or not", async () => {
  let findings: Finding[] = [];
  await undone(sql, async (tx) => {
    await lockGrants(tx);
    findings = await examine(own);
  });
  const others = findings.filter(({ about }) => about !== "scheduler");
  expect(others.filter(({ state }) => state !== "right")).toEqual([]);
  expect(others.map(({ about }) => about)).toEqual([
    "settings",
    "auth service",
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

test("without whole settings nothing else is asked", async () => {
  expect(only(await examine({ ...own, MAIL_FROM: "" }))).toMatch(
    /^wrong settings: .*\n {2}MAIL_FROM is missing[^\n]*$/,
  );
});

describe("the auth service", () => {
  const settings = { mailer_autoconfirm: false, disable_signup: false, external: { email: true } };
  test.each<[string, object, RegExp]>([
    ["that confirms addresses", {}, /^right auth service: addresses are confirmed/],
    ["that confirms by itself", { mailer_autoconfirm: true }, /^wrong .*Confirm email/],
    ["that takes nobody new", { disable_signup: true }, /^wrong .*Allow new users/],
    ["without passwords", { external: { email: false } }, /^wrong .*provider Email/],
  ])("%s", async (_, changes, says) => {
    await withService({ "/auth/v1/settings": [200, { ...settings, ...changes }] }, async (url) => {
      expect(only(await checkAuth({ SUPABASE_URL: url, APP_URL: "https://slabs.io" }))).toMatch(says);
    });
  });

  test("of another project, and one that is away, are told", async () => {
    await withService({ "/auth/v1/settings": [401, {}] }, async (url) => {
      expect(only(await checkAuth({ SUPABASE_URL: url }))).toMatch(/refuses SUPABASE_PUBLISHABLE_KEY/);
    });
    expect(only(await checkAuth({ SUPABASE_URL: "http://127.0.0.1:9" }))).toMatch(/^wrong .*does not answer/);
  });
});

describe("the data API", () => {
  const rpc = "/rest/v1/rpc/get_job_progress";
  test.each<[string, number, RegExp]>([
    ["that refuses the secret key", 401, /^wrong .*refuses SUPABASE_SECRET_KEY/],
    ["without our schema", 404, /^wrong .*supabase db push/],
    ["that lets visitors in", 200, /^wrong .*Anybody may call.*apply_grants/],
    ["that is unwell", 500, /^unknown .*answers 500/],
  ])("%s is told", async (_, status, says) => {
    await withService({ [rpc]: [status, {}] }, async (url) => {
      expect(only(await checkData({ SUPABASE_URL: url }))).toMatch(says);
    });
  });

  test("with a wrong key, or away, is told", async () => {
    const keyless = await checkData({ ...own, SUPABASE_SECRET_KEY: "sb_secret_wrong" });
    expect(only(keyless)).toMatch(/^wrong .*SUPABASE_SECRET_KEY/);
    expect(only(await checkData({ SUPABASE_URL: "http://127.0.0.1:9" }))).toMatch(/^wrong .*does not answer/);
  });
});

describe("what only runs when all is there", () => {
  const at = Date.parse("2026-11-22T12:00:00Z");
  const jobs = (finished_at: string | null) => ({
    progress: { events: { finished_at }, pages: { finished_at: null } },
  });
  test.each<[string, object, RegExp]>([
    ["a job of a quarter of an hour ago", jobs("2026-11-22T11:44:00Z"), /^right scheduler/],
    [
      "a job of twenty minutes ago",
      jobs("2026-11-22T11:40:00Z"),
      /^wrong scheduler: .* ended 20 minutes ago/,
    ],
    ["no job", jobs(null), /^wrong scheduler: The reconcile job has never run/],
  ])("%s", async (_, body, says) => {
    await withService(
      { "/rest/v1/rpc/": [200, body], "/rest/v1/staff": [200, [{ role: "owner" }]] },
      async (url) => {
        expect(told((await checkRunning({ SUPABASE_URL: url }, at))[0] as Finding)).toMatch(says);
      },
    );
  });

  test("no owner is told", async () => {
    await withService({ "/rest/v1/staff": [200, [{ role: "staff" }]] }, async (url) => {
      expect(only(await checkRunning({ SUPABASE_URL: url }))).toMatch(
        /^unknown scheduler.*\nwrong staff: .*staff:bind/,
      );
    });
  });
});

describe("the database", () => {
  const problems = (change: (tx: Transaction) => Promise<unknown>) => {
    let found: string[] = [];
    return undone(sql, async (tx) => {
      await lockGrants(tx);
      await change(tx);
      found = await databaseProblems(tx);
    }).then(() => found);
  };

  test.each<[string, (tx: Transaction) => Promise<unknown>, RegExp]>([
    [
      "a migration that was not applied",
      (tx) => tx`delete from supabase_migrations.schema_migrations where name = 'outbox'`,
      /^Not applied: \d+_outbox\.sql\. Run `supabase db push`/,
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
    ["behind", 120, /^wrong database: Its clock is 1(19|20) s behind the payment service's/],
    ["ahead", -120, /^wrong database: Its clock is 1(19|20) s ahead of the payment service's/],
    ["a little behind", 20, /^right database/],
    ["not to be compared", Number.NaN, /^right database/],
  ])("whose clock is %s", async (_, seconds, says) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    const findings: Finding[] = [];
    await undone(sql, async (tx) => {
      await lockGrants(tx);
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

test("a service that leads elsewhere is not followed with the key", async () => {
  const seen: string[] = [];
  await withService({}, async (elsewhere) => {
    const server = createServer((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(302, { location: elsewhere }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(only(await checkData({ SUPABASE_URL: url }))).toMatch(/^wrong .*does not answer/);
    await new Promise((resolve) => server.close(resolve));
  });
  expect(seen).toHaveLength(2);
});

test("a mail server that is away is told", async () => {
  expect(only(await checkMail({ SMTP_URL: "smtp://127.0.0.1:9" }))).toMatch(
    /^wrong mail server: It cannot be reached/,
  );
});
