import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Migration = { file: string; text: string };

/** One file a domain, each resting only on those before it. */
const domains = [
  "foundation",
  "business_calendar",
  "people",
  "orders",
  "outbox",
  "memberships",
  "checkout",
  "payments",
  "order_adjustments",
  "return_address",
  "homeward",
  "tracking",
  "inbound",
  "cancellations",
  "notices",
  "staff_acts",
  "staff_orders",
  "receiving",
  "order_photos",
  "grader_groups",
  "returns",
  "customer_pages",
  "undo",
  "reconciliation",
  "numbers",
  "activity",
  "privacy",
  "rate_limits",
];

const name = String.raw`([\w".]+)`;
const orReplace = String.raw`(?:or\s+replace\s+)?`;
const ifMissing = String.raw`(?:if\s+not\s+exists\s+)?`;
/** How each kind of object is created; what is captured must not come twice. Functions are not overloaded either. */
const creations: [kind: string, statement: string][] = [
  ["function", String.raw`${orReplace}(?:function|procedure)\s+${name}\s*\(`],
  ["relation", String.raw`(?:unlogged\s+)?table\s+${ifMissing}${name}`],
  ["relation", String.raw`${orReplace}(?:materialized\s+)?view\s+${ifMissing}${name}`],
  ["relation", String.raw`sequence\s+${ifMissing}${name}`],
  ["relation", String.raw`(?:unique\s+)?index\s+(?:concurrently\s+)?${ifMissing}${name}\s+on\b`],
  ["trigger", String.raw`${orReplace}(?:constraint\s+)?trigger\s+${name}\s[^;]*?\son\s+${name}`],
  ["policy", String.raw`policy\s+("[^"]+"|\w+)\s+on\s+${name}`],
  ["type", String.raw`(?:type|domain)\s+${name}`],
  ["statistics", String.raw`statistics\s+${ifMissing}${name}`],
  ["extension", String.raw`extension\s+${ifMissing}${name}`],
  ["schema", String.raw`schema\s+${ifMissing}${name}`],
];

/** What a set of migrations does that only history would explain, a line each. */
function problemsOf(migrations: Migration[]): string[] {
  const problems: string[] = [];
  const made = new Map<string, string>();
  const texts = migrations.map(({ file, text }) => ({ file, sql: withoutComments(text) }));
  for (const { file, sql } of texts) {
    for (const [kind, statement] of creations) {
      for (const [, ...words] of sql.matchAll(new RegExp(String.raw`\bcreate\s+${statement}`, "gi"))) {
        const key = `${kind} ${words.map(unquoted).join(" on ")}`;
        const first = made.get(key);
        if (first) problems.push(`${key} is created in ${first} and in ${file}`);
        made.set(key, file);
      }
    }
    for (const [, table, what] of sql.matchAll(
      /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w".]+)\s+([^;]*)/gi,
    )) {
      if (/\badd\s+(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/i.test(what ?? ""))
        problems.push(`${file} adds a column to ${unquoted(table ?? "")}`);
    }
    if (/^\s*drop\s/im.test(sql)) problems.push(`${file} drops something`);
  }
  const calls = texts.flatMap(({ sql }) => [
    ...sql.matchAll(/\b(?:select|perform)\s+private\.apply_grants\s*\(/gi),
  ]);
  if (calls.length !== 1) problems.push(`apply_grants() is called ${calls.length} times`);
  if (!/;\s*select private\.apply_grants\(\);\s*$/.test(texts.at(-1)?.sql ?? ""))
    problems.push("apply_grants() is not the last statement");
  return problems;
}

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, "").replace(/\/\*[\s\S]*?\*\//g, "");
const unquoted = (word: string) =>
  word
    .replaceAll('"', "")
    .replace(/^public\./i, "")
    .toLowerCase();

const folder = join(process.cwd(), "supabase/migrations");
const files = readdirSync(folder).sort();

test("one file a domain, in this order", () => {
  expect(files.every((file) => /^\d{14}_[a-z_]+\.sql$/.test(file))).toBe(true);
  expect(files.map((file) => file.slice(15, -4))).toEqual(domains);
});

test("nothing is created twice, and rights are given once, last", () => {
  const migrations = files.map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
  expect(problemsOf(migrations)).toEqual([]);
});

const grants = "select 1; select private.apply_grants();";
const fn = (name: string, args: string) =>
  `create function ${name}(${args}) returns int language sql as 'select 1';`;

test.each<[what: string, texts: string[], problems: string[]]>([
  ["a set in order", [fn("public.a", ""), fn("public.b", ""), grants], []],
  [
    "a function that is replaced later",
    [fn("public.a", "x int"), "create or replace function a(x int) returns int …;", grants],
    ["function a is created in 0 and in 1"],
  ],
  [
    "an overload",
    [fn("private.a", ""), fn("private.a", "x int"), grants],
    ["function private.a is created in 0 and in 1"],
  ],
  [
    "a function made again inside a block",
    [fn("private.a", ""), `do $$ begin execute 'create function private.a() …'; end $$;`, grants],
    ["function private.a is created in 0 and in 1"],
  ],
  [
    "a table and an unlogged one",
    ["create table public.t (id int);", "create unlogged table t (id int);", grants],
    ["relation t is created in 0 and in 1"],
  ],
  [
    "a view with a table's name",
    ["create table public.t (id int);", "create or replace view public.t as select 1;", grants],
    ["relation t is created in 0 and in 1"],
  ],
  [
    "an index, once unique",
    ["create index i on public.t (a); create unique index if not exists i on public.t (b);", grants],
    ["relation i is created in 0 and in 0"],
  ],
  [
    "a trigger of one table",
    [
      "create trigger g after insert on public.t execute function f();",
      'create trigger "g" before update of a, b\n on t for each row execute function f();',
      grants,
    ],
    ["trigger g on t is created in 0 and in 1"],
  ],
  [
    "triggers of two tables",
    [
      "create trigger g after insert on t execute function f(); create trigger g after insert on u execute function f();",
      grants,
    ],
    [],
  ],
  [
    "a policy of one table",
    [
      'create policy "See own" on public.t using (true);',
      'create policy "See own" on public.t for select;',
      grants,
    ],
    ["policy see own on t is created in 0 and in 1"],
  ],
  [
    "a type",
    ["create type public.k as enum ('a');", "create type k as enum ('b');", grants],
    ["type k is created in 0 and in 1"],
  ],
  [
    "a column that is added",
    ["alter table only public.t\n add column a int;", grants],
    ["0 adds a column to t"],
  ],
  [
    "one without the word column",
    ["alter table public.t alter b set not null, add a int;", grants],
    ["0 adds a column to t"],
  ],
  ["a constraint that is added", ["alter table public.t add constraint c check (a > 0);", grants], []],
  ["what is dropped", ["drop function public.a();", grants], ["0 drops something"]],
  [
    "what only a comment says",
    ["-- create table t (id int);\n/* drop table t; */ create table t (id int);", grants],
    [],
  ],
  [
    "no rights",
    [fn("a", "")],
    ["apply_grants() is called 0 times", "apply_grants() is not the last statement"],
  ],
  ["rights in between", ["select private.apply_grants();", grants], ["apply_grants() is called 2 times"]],
  [
    "something after the rights",
    [`${grants} create table t (id int);`],
    ["apply_grants() is not the last statement"],
  ],
])("told apart: %s", (_, texts, problems) => {
  expect(problemsOf(texts.map((text, at) => ({ file: String(at), text })))).toEqual(problems);
});
