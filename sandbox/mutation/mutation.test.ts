import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EQUIVALENT } from "./sql-equivalents.ts";
import { sqlMutants } from "./sql-mutants.ts";
import { type Kept, SqlResults } from "./sql-results";

describe("sql mutants", () => {
  const changes = (body: string) =>
    sqlMutants(`CREATE FUNCTION f(p_if integer)\n LANGUAGE plpgsql\nAS $function$\n${body}\n$function$`).map(
      ({ change }) => change,
    );

  test("a condition is dropped, and and or are exchanged, a comparison is swapped", () => {
    expect(changes("delete from t where a > 1 and (b = 'x = y' or c is null);")).toEqual([
      "a > 1 → true",
      "> → >=",
      "and → or",
      "and (b = 'x = y' or c is null) → (nothing)",
      "= → <>",
      "or → and",
      "or c is null → (nothing)",
      "is → is not",
    ]);
  });

  test("a branch is always or never taken", () => {
    expect(changes("if v_used + p > v_limit then return; end if;")).toEqual([
      "v_used + p > v_limit → true",
      "v_used + p > v_limit → false",
      "> → >=",
    ]);
  });

  test("a lock is removed", () => {
    expect(changes("select * into v from t for update skip locked;")).toEqual([
      "for update skip locked → (nothing)",
      "skip locked → (nothing)",
    ]);
    expect(changes("for v in select 1 from t for update loop null; end loop;")).toEqual([
      "for update → (nothing)",
    ]);
    expect(changes("perform 1 from t for share;")).toEqual(["for share → (nothing)"]);
    expect(changes("perform pg_advisory_xact_lock(hashtext('x'));")).toEqual([
      "perform pg_advisory_xact_lock(hashtext('x')); → (nothing)",
    ]);
  });

  test("what is set, strings, comments, between and the arrows of JSON stay as they are", () => {
    expect(changes("update t set a = 1, b = c; -- if a > b and c")).toEqual([]);
    expect(changes("select 1 where a between 1 and 2;")).toEqual(["a between 1 and 2 → true"]);
    expect(changes("return a -> 'b' ->> 'c' #>> '{d}' #> '{e}';")).toEqual([]);
  });

  test("the change is the only one, and its line is told", () => {
    const [mutant] = sqlMutants("AS $f$\nselect 1\nwhere a = b;\n$f$");
    expect(mutant).toMatchObject({ line: 3, definition: "AS $f$\nselect 1\nwhere true;\n$f$" });
  });

  test("what is said to make no difference is said of lines that are there", () => {
    const migrations = globSync("supabase/migrations/*.sql").map((file) => readFileSync(file, "utf8"));
    const lines = new Set(migrations.flatMap((text) => text.split("\n").map((line) => line.trim())));
    expect(EQUIVALENT.map(({ line }) => line).filter((line) => !lines.has(line))).toEqual([]);
  });
});

describe("sql results", () => {
  const folder = mkdtempSync(join(tmpdir(), "sql-results-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "results.json");

  const change = (line: string, nth = 1, what = "public.f") => ({ what, line, change: "and → or", nth });
  const kept = (verdict: Kept["verdict"], ...about: Parameters<typeof change>): Kept => ({
    ...change(...about),
    verdict,
    target: "t",
  });
  const all = [change("a and b"), change("a and b", 2), change("c and d"), change("e and f")];
  const other = kept("survived", "g and h", 1, "public.g");
  const former = [
    kept("killed", "a and b"),
    kept("survived", "a and b", 2),
    kept("survived", "c and d"),
    kept("killed", "was and is gone"),
  ];

  beforeEach(() => writeFileSync(file, JSON.stringify([...former, other])));
  const stored = (): Kept[] => JSON.parse(readFileSync(file, "utf8"));

  test.each([
    ["all of it begins anew", undefined, true, all, []],
    ["a function that is named begins anew, and others stay", undefined, false, all, [other]],
    [
      "what no test had noticed is tried again",
      "survivors",
      false,
      [all[1], all[2]],
      [...former.slice(0, 3), other],
    ],
    [
      "what was not come to is tried, and functions that are gone are forgotten",
      "left",
      true,
      [all[3]],
      former.slice(0, 3),
    ],
  ] as const)("%s", (_, again, isWhole, trials, stays) => {
    const results = new SqlResults(file, all, { again, isWhole });
    expect(results.trials).toEqual(trials);
    results.keep([]);
    expect(stored()).toEqual(stays);
  });

  test("a run that is ended forgets nothing, and all that was ever tried is answered", () => {
    const results = new SqlResults(file, all, { again: "survivors", isWhole: false });
    results.keep([kept("killed", "c and d")]);
    expect(results.ofAll()).toEqual([former[0], former[1], kept("killed", "c and d")]);
    const next = new SqlResults(file, all, { again: "survivors", isWhole: false });
    expect(next.trials).toEqual([all[1]]);
  });

  test("without results everything is left", () => {
    const results = new SqlResults(join(folder, "none.json"), all, { again: "left", isWhole: true });
    expect(results.trials).toEqual(all);
    expect(results.ofAll()).toEqual([]);
  });
});
