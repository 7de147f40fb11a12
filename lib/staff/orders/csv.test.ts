import { csvRow } from "@/lib/staff/orders/csv";

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
  [["\t=1"], '"\'\t=1"\r\n'],
  [["\r=1"], '"\'\r=1"\r\n'],
  [["＝1"], "'＝1\r\n"],
  [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"\r\n'],
  [["a=1"], "a=1\r\n"],
  [["Zoë 🂡"], "Zoë 🂡\r\n"],
])("%j becomes %j", (cells, row) => expect(csvRow(cells)).toBe(row));
