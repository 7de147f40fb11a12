import { globSync, readFileSync } from "node:fs";
import { EQUIVALENT } from "./sql-equivalents.ts";
import { sqlMutants } from "./sql-mutants.ts";

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
