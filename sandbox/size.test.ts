import { sizeReport } from "./size.ts";

test("counts product, SQL and test lines, functions and indexes, and marks what exceeds the budget", () => {
  const report = sizeReport([
    { path: "lib/base/money.ts", text: "a\nb\n" },
    { path: "lib/base/money.test.ts", text: "a\n" },
    { path: "lib/supabase/database.types.ts", text: "a\n".repeat(60_000) },
    { path: "components/ui/button.tsx", text: "a\n".repeat(50_000) },
    { path: "supabase/migrations/1_a.sql", text: "create function a()\ncreate unique index b\n" },
  ]);
  expect(report.map((line) => line.replace(/\s+/g, " "))).toEqual(
    expect.arrayContaining([
      "product 50,002 lines 2 files",
      "product lines 50,002 50,000 over",
      "SQL functions 1 320",
      "SQL indexes 1 75",
      "test lines 1 75,000",
      "files 5 2,000",
    ]),
  );
});
