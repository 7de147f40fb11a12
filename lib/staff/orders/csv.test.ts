import { csvRow, csvRowCounter } from "@/lib/staff/orders/csv";
import { labelSheet, labelsHref, MAX_LABELS, TOO_MANY_LABELS } from "@/lib/staff/orders/label-sheet";
import { readPickedOrders } from "@/lib/staff/orders/list-query";
import { orderCsvHeading, orderCsvRow } from "@/lib/staff/orders/order-csv";
import { MAX_PICKED_EXPORT, pickedExportHref } from "@/lib/staff/orders/picked-export";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("csv", () => {
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
});

describe("order csv", () => {
  const order = aStaffOrder({
    id: "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b",
    batch_id: null,
    num_cards: 4,
    payment_status: "unpaid",
    submitted_at: "2026-08-20T12:00:00+00:00",
    email: "=cmd@example.test",
    customer_name: "Casey, C.",
    refunded_cents: 250,
    grading_submission_number: "-1",
    internal_notes: 'he said "call"\nfirst',
  });

  test("an order is one row with as many cells as the heading, and nothing in it runs", () => {
    expect(orderCsvHeading.startsWith("\uFEFFBatch ID,Submitted,")).toBe(true);
    expect(orderCsvRow(order)).toBe(
      `ORDER-0B9C1D7E,2026-08-20T12:00:00+00:00,"Casey, C.",'=cmd@example.test,payg,4,100,,2.5,unpaid,not_received,` +
        `pending,,,,'-1,"he said ""call""\nfirst"\r\n`,
    );
    const columns = orderCsvHeading.split(",").length;
    const bare = orderCsvRow({ ...order, customer_name: null });
    expect(bare.split(",")).toHaveLength(columns);
  });
});

describe("picked export", () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

  test("a file names its orders, and its address is one that every proxy takes", () => {
    const ids = Array.from({ length: MAX_PICKED_EXPORT }, (_, n) => id(n));
    const href = pickedExportHref(ids);
    expect(readPickedOrders(new URL(href, "http://x.test").searchParams.get("orders") ?? undefined)).toEqual(
      ids,
    );
    expect(href.length).toBeLessThan(8_000);
  });
});

describe("label sheet", () => {
  const id = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, "0")}`;
  const ids = (count: number) => Array.from({ length: count }, (_, nth) => id(nth));
  const labeled = (nth: number, batch_id: string | null = `BATCH-TEST0001-${1000 + nth}`) => ({
    id: id(nth),
    batch_id,
  });

  test("the address names the orders, and reads as it was written", () => {
    const href = labelsHref([id(2), id(1)]);
    expect(href).toMatch(/^\/admin\/labels\?orders=/);
    const orders = new URL(href, "http://localhost").searchParams.get("orders") ?? "";
    expect(readPickedOrders(orders)).toEqual([id(2), id(1)]);
  });

  test("what has no batch ID, is gone or is too much is refused with a reason", () => {
    expect(labelSheet(ids(2), [labeled(0), labeled(1)])).toEqual({
      batchIds: ["BATCH-TEST0001-1000", "BATCH-TEST0001-1001"],
      refusals: [],
    });
    expect(labelSheet(ids(3), [labeled(0), labeled(1, null)])).toEqual({
      batchIds: ["BATCH-TEST0001-1000"],
      refusals: [
        "ORDER-00000000: no label, because it has no batch ID.",
        "1 of the selected orders is gone.",
      ],
    });
    expect(labelSheet(ids(4), [labeled(0, null), labeled(1, null)]).refusals).toEqual([
      "ORDER-00000000, ORDER-00000000: no label, because they have no batch ID.",
      "2 of the selected orders are gone.",
    ]);
    const most = ids(MAX_LABELS).map((_, nth) => labeled(nth));
    expect(labelSheet(ids(MAX_LABELS), most).refusals).toEqual([]);
    expect(labelSheet(ids(MAX_LABELS + 1), most)).toEqual({
      batchIds: most.map(({ batch_id }) => batch_id),
      refusals: [TOO_MANY_LABELS],
    });
  });
});
