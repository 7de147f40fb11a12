import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { SANDBOX_STAFF } from "../launcher/environment.ts";
import { createProgress } from "../launcher/progress.ts";
import { startTestSandbox } from "../launcher/test-sandbox.ts";
import { buildForTests } from "../launcher/test-services.ts";
import { DEMO_PASSWORD } from "../seed/demo-accounts.ts";
import { seedOrders } from "../seed/seed-orders.ts";
import { type ListCall, listCalls, sampledSearches } from "./list-calls.ts";
import { pageLoader } from "./list-pages.ts";
import { median } from "./load.ts";
import { printTable, ratio } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const ROUNDS = 15;
/** How much dearer a page may be with many orders than with few, where it shows as many of them. */
const MOST_GROWTH = 1.5;
/** Milliseconds that the worst search may take in the database. */
const WORST_SEARCH = 100;

/**
 * Milliseconds of one call: on the clock and of the processor in the database, through the data API, of the whole page;
 * and how many orders are on it, for a short page costs less than a full one.
 */
type Times = { clock: number; processor: number; api: number; page: number; orders: number };

/** A filled database with a connection and a data API client, both a member of staff's. */
type Target = {
  measure: (call: ListCall, withPage: boolean) => Promise<Times>;
  sql: postgres.Sql;
  stop: () => Promise<void>;
};

/**
 * Measures the staff's lists and searches with a few orders and with a million, in turns on two databases of the same
 * run, and looks for the worst search. `--quick` takes a hundred thousand instead of a million.
 */
export async function benchLists({ root, args }: { root: string; args: string[] }): Promise<void> {
  const { log } = createProgress();
  const large = args.includes("--quick") ? LARGE / 10 : LARGE;
  await buildForTests(root, log);
  const targets: Target[] = [];
  try {
    for (const orders of [SMALL, large]) {
      log(`Filling a database with ${orders.toLocaleString("en-US")} orders …`);
      targets.push(await aTarget(root, orders, log));
    }
    const [small, big] = targets;
    if (!small || !big) throw new Error("no database to measure");
    log("Measuring the lists …");
    await compare(small, big, large);
    log("Looking for the worst search …");
    const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
    await findWorst(big, seed);
  } finally {
    for (const target of targets) await target.stop();
  }
}

async function aTarget(root: string, orders: number, log: (line: string) => void): Promise<Target> {
  const sandbox = await startTestSandbox({ root, withApp: true });
  const url = sandbox.environment.SANDBOX_DATABASE_URL ?? "";
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const stop = async () => {
    await sql.end({ timeout: 5 });
    await sandbox.stop();
  };
  try {
    await seedOrders(url, orders, log);
    const options = { auth: { persistSession: false, autoRefreshToken: false } };
    const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "" } = sandbox.environment;
    const api = createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, options);
    const session = await api.auth.signInWithPassword({ email: SANDBOX_STAFF[0], password: DEMO_PASSWORD });
    if (session.error) throw session.error;
    const loadPage = await pageLoader(sandbox.environment.APP_URL ?? "");
    const claims = JSON.stringify({ sub: session.data.user.id, role: "authenticated" });
    const [backend] = await sql<{ pid: number }[]>`
      select pg_backend_pid() as pid, set_config('request.jwt.claims', ${claims}, false)`;
    const measure = async (call: ListCall, withPage: boolean): Promise<Times> => {
      const used = processorTime(backend?.pid ?? 0);
      const began = performance.now();
      await sql.unsafe(statementOf(call));
      const clock = performance.now() - began;
      const processor = processorTime(backend?.pid ?? 0) - used;
      if (!withPage) return { clock, processor, api: 0, page: 0, orders: 0 };
      const asked = performance.now();
      const { data, error } = await api.rpc("staff_list_orders", call.args);
      if (error) throw new Error(`${call.name}: ${error.message}`);
      const answered = performance.now() - asked;
      const { orders } = data as { orders: unknown[] };
      return { clock, processor, api: answered, page: await loadPage(call), orders: orders.length };
    };
    return { measure, sql, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function statementOf({ args }: ListCall): string {
  const quote = (value: unknown) => (typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : value);
  const named = Object.entries(args).map(([name, value]) => `${name} => ${quote(value)}`);
  return `select public.staff_list_orders(${named.join(", ")})`;
}

/** Milliseconds that a process has been computing; 0 where the system does not tell. */
function processorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

async function compare(small: Target, big: Target, large: number): Promise<void> {
  const [smallCalls, bigCalls] = [await listCalls(small.sql), await listCalls(big.sql)];
  const rows: string[][] = [];
  for (const [index, call] of bigCalls.entries()) {
    const [few, many]: [Times[], Times[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await small.measure(smallCalls[index] ?? call, true));
      many.push(await big.measure(call, true));
    }
    const pairs = (["clock", "processor", "api", "page"] as const).map((kind) => {
      const of = (times: Times[]) => median(times.map((time) => time[kind]));
      return { few: of(few), many: of(many), growth: of(many) / (of(few) || 1) };
    });
    const cells = pairs.flatMap((pair) => [ms(pair.few), ms(pair.many), ratio(pair.growth)]);
    const [short, long] = [few[0]?.orders, many[0]?.orders];
    const target = short === long ? { most: MOST_GROWTH } : undefined;
    const verdict = targetCells(pairs.at(-1)?.growth ?? Number.NaN, target);
    rows.push([call.name, String(short), String(long), ...cells, ...verdict]);
  }
  const size = large === LARGE ? "1 M" : "100 k";
  printTable(
    "The staff's lists, medians in milliseconds: in the database (clock, processor), data API, whole page",
    [
      "",
      "orders",
      "orders",
      "10 k",
      size,
      "ratio",
      "cpu 10 k",
      `cpu ${size}`,
      "ratio",
      "API 10 k",
      `API ${size}`,
      "ratio",
      "page 10 k",
      `page ${size}`,
      "ratio",
      ...TARGET_HEAD,
    ],
    rows,
  );
}

async function findWorst(target: Target, seed: number): Promise<void> {
  const found: { call: ListCall; clock: number; processor: number }[] = [];
  for (const call of await sampledSearches(target.sql, seed)) {
    const times: Times[] = [];
    for (let round = 0; round < 3; round++) times.push(await target.measure(call, false));
    found.push({
      call,
      clock: median(times.map((time) => time.clock)),
      processor: median(times.map((time) => time.processor)),
    });
  }
  found.sort((a, b) => b.clock - a.clock);
  printTable(
    `The worst of ${found.length} searches, milliseconds in the database, medians of 3, drawn by TEST_SEED=${seed}`,
    ["search", "clock", ...TARGET_HEAD, "processor"],
    found
      .slice(0, 20)
      .map(({ call, clock, processor }) => [
        call.name,
        ms(clock),
        ...targetCells(clock, { most: WORST_SEARCH }, 1),
        ms(processor),
      ]),
  );
}

const ms = (value = 0) => value.toFixed(1);
