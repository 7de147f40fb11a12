import { changedSince } from "./migrate.ts";

const files = new Map([
  ["20261122000100_people.sql", "create table people ();"],
  ["20261122000200_orders.sql", "create table orders ();"],
]);

test.each<[what: string, recorded: { version: string; statements: string[] }[], changed: string[]]>([
  ["nothing has run", [], []],
  ["it ran as it is", [{ version: "20261122000100", statements: ["create table people ();"] }], []],
  [
    "it was edited since",
    [{ version: "20261122000200", statements: ["create table orders (id uuid);"] }],
    ["20261122000200_orders.sql"],
  ],
  ["another tool kept its statements", [{ version: "20261122000100", statements: ["a", "b"] }], []],
  ["nobody kept its text", [{ version: "20261122000100", statements: [] }], []],
])("%s", (_what, recorded, changed) => {
  expect(changedSince(recorded, files)).toEqual(changed);
});
