import { missedRows, printTable, takePrinted } from "./table.ts";
import { MISSED } from "./target.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  takePrinted();
});
afterEach(() => jest.restoreAllMocks());

test("columns are as wide as their widest cell, the first aligned left", () => {
  printTable(
    "Title",
    ["page", "ms"],
    [
      ["/", "1.5"],
      ["/login", "12.5"],
    ],
  );
  expect(lines).toEqual([
    "\nTitle",
    "  page       ms",
    "  ------   ----",
    "  /         1.5",
    "  /login   12.5",
    "",
  ]);
});

test("what was printed is taken once", () => {
  const table = { title: "Title", head: ["a"], rows: [["1"]] };
  printTable(table.title, table.head, table.rows);
  expect(takePrinted()).toEqual([table]);
  expect(takePrinted()).toEqual([]);
});

test("rows whose target is missed are told, and no others", () => {
  const rows = [
    ["/", "0.9", "at least 0.8", "yes"],
    ["  /admin", "", "0.4", "at least 0.5", MISSED],
  ];
  expect(missedRows([{ title: "Ratios", head: [], rows }])).toEqual(["Ratios: /admin"]);
});
