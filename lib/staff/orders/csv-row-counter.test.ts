import { csvRow } from "@/lib/staff/orders/csv";
import { csvRowCounter } from "@/lib/staff/orders/csv-row-counter";

const bytes = (text: string) => new TextEncoder().encode(text);

test("rows are counted, however the bytes are cut, and line ends within cells are none", () => {
  const text = [
    ["a", "b"],
    ['say "no"\r\nplease', "é\n\n"],
    ['"', '""'],
    ["x", 1],
  ]
    .map(csvRow)
    .join("");
  for (let cut = 1; cut < 9; cut += 1) {
    const count = csvRowCounter();
    let rows = 0;
    for (let at = 0; at < text.length; at += cut) rows = count(bytes(text.slice(at, at + cut)));
    expect(rows).toBe(4);
  }
});

test("a row that has only begun does not count", () => {
  const count = csvRowCounter();
  expect(count(bytes('a,"b\n'))).toBe(0);
  expect(count(bytes('c"\r\n'))).toBe(1);
});
