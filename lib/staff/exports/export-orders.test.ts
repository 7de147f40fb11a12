import { AppError } from "@/lib/base/errors";
import { exportOrders, orderCsvHeading, orderCsvRow } from "@/lib/staff/exports/export-orders";
import { beginExport, finishExport } from "@/lib/staff/exports/mutations";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { catchLog } from "@/sandbox/builders/caught-log";
import { aStaffOrder } from "@/sandbox/builders/order";

jest.mock("@/lib/staff/exports/mutations", () => ({ beginExport: jest.fn(), finishExport: jest.fn() }));
const begin = jest.mocked(beginExport);
const finish = jest.mocked(finishExport);
beforeEach(() => {
  begin.mockReset().mockResolvedValue(7);
  finish.mockReset().mockResolvedValue(undefined);
});

const logged = catchLog();
const FILTER = { payment: "paid", view: null, search: "jane@example.org" };
const [A, B, C] = ["A", "B", "C"].map((batch_id) => aStaffOrder({ batch_id })) as [
  StaffOrder,
  StaffOrder,
  StaffOrder,
];

async function* pagesOf(...pages: (StaffOrder[] | Error)[]): AsyncGenerator<StaffOrder[]> {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield page;
  }
}

const exported = (...pages: (StaffOrder[] | Error)[]) => exportOrders("u1", FILTER, pagesOf(...pages));
const textOf = async (file: Response) => Buffer.from(await file.arrayBuffer()).toString("utf8");

test("streams all pages after the heading and records the number of rows", async () => {
  const file = await exported([A, B], [], [C]);
  expect(file.headers.get("content-disposition")).toMatch(
    /^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(file.headers.get("cache-control")).toBe("private, no-store");
  expect(await textOf(file)).toBe(orderCsvHeading + [A, B, C].map(orderCsvRow).join(""));
  expect(finish.mock.calls).toEqual([[7, 3, true]]);
});

test("records who exported which filters without logging the search text", async () => {
  await exported();
  expect(begin.mock.calls).toEqual([["u1", "orders", FILTER]]);
  const [line] = logged("staff.exported");
  expect(line).toMatchObject({ userId: "u1", kind: "orders", asked: "payment search" });
  expect(JSON.stringify(line)).not.toContain("jane");
});

test("throws before the response starts when the read or the export is refused", async () => {
  await expect(exported(new Error("refused"))).rejects.toThrow("refused");
  expect(begin).not.toHaveBeenCalled();
  begin.mockRejectedValue(new AppError("not_allowed"));
  await expect(exported([A])).rejects.toMatchObject({ status: 403 });
  expect(logged("staff.exported")).toEqual([]);
});

test("aborts the file and records it as incomplete when a later page fails", async () => {
  await expect(exported([A], new Error("gone")).then(textOf)).rejects.toThrow("gone");
  expect(logged("staff.export_failed")).toHaveLength(1);
  expect(finish.mock.calls).toEqual([[7, 1, false]]);
});

test("sends the whole file even when recording the finished export fails", async () => {
  finish.mockRejectedValue(new Error("no database"));
  expect(await textOf(await exported([A]))).toBe(orderCsvHeading + orderCsvRow(A));
  expect(logged("staff.export_unended")).toHaveLength(1);
});

test("reads pages on demand and stops when the download is canceled", async () => {
  let read = 0;
  let isEnded = false;
  async function* endless(): AsyncGenerator<StaffOrder[]> {
    try {
      for (;;) {
        read += 1;
        yield [A];
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = (await exportOrders("u1", FILTER, endless())).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(read).toBeLessThan(4);
  expect(isEnded).toBe(true);
  expect(finish.mock.calls).toEqual([[7, read, false]]);
});

test("writes an order as a row that matches the heading and contains no formulas", () => {
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
  expect(orderCsvHeading.startsWith("\uFEFFBatch ID,Submitted,")).toBe(true);
  expect(orderCsvRow(order)).toBe(
    `ORDER-0B9C1D7E,2026-08-20T12:00:00+00:00,"Casey, C.",'=cmd@example.test,payg,4,100,,2.5,unpaid,not_received,` +
      `pending,,,,'-1,"he said ""call""\nfirst"\r\n`,
  );
  const extras = { paid_cents: 5000, refunded_cents: 1000 };
  expect(orderCsvRow({ ...order, payment_status: "paid", total_paid: 100, extras })).toContain(
    ",150,12.5,paid,",
  );
  const odd = { total_paid: 19, extras: { paid_cents: 201, refunded_cents: 0 } };
  expect(orderCsvRow({ ...order, ...odd })).toContain(",21.01,2.5,");
  const bare = orderCsvRow({ ...order, customer_name: null });
  expect(bare.split(",")).toHaveLength(orderCsvHeading.split(",").length);
});
