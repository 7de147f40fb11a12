import { csvRow, csvRowCounter } from "@/lib/staff/orders/csv";

test.each([
  [["a", "b"], "a,b\r\n"],
  [["", null, undefined], ",,\r\n"],
  [[12, -4.5, true], "12,-4.5,true\r\n"],
  [["a,b"], '"a,b"\r\n'],
  [['say "hi"'], '"say ""hi"""\r\n'],
  [["two\nlines"], '"two\nlines"\r\n'],
  [["two\r\nlines"], '"two\r\nlines"\r\n'],
  [[" padded "], '" padded "\r\n'],
  [["=1+1"], "'=1+1\r\n"],
  [["+1 555 0100"], "'+1 555 0100\r\n"],
  [["-2"], "'-2\r\n"],
  [["@SUM(A1)"], "'@SUM(A1)\r\n"],
  [["  =1"], "'  =1\r\n"],
  [["\t=1"], "\"'\t'=1\"\r\n"],
  [["\r=1"], "\"'\r'=1\"\r\n"],
  [["＝1"], "'＝1\r\n"],
  [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
  [["x;=1+1;y"], "x;'=1+1;y\r\n"],
  [["x; @SUM(A1)|-2"], "x; '@SUM(A1)|'-2\r\n"],
  [["x\t+1"], '"x\t\'+1"\r\n'],
  [["note\n=1+1"], '"note\n\'=1+1"\r\n'],
  [['x;"=1+1"'], '"x;""\'=1+1"""\r\n'],
  [["a;b | c - d"], "a;b | c - d\r\n"],
  [["a=1"], "a=1\r\n"],
  [["Zoë 🂡"], "Zoë 🂡\r\n"],
])("%j becomes %j", (cells, row) => expect(csvRow(cells)).toBe(row));

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
