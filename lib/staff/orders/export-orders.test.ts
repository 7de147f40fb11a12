import { exportFileName, exportOrders } from "@/lib/staff/orders/export-orders";
import { orderCsvHeading } from "@/lib/staff/orders/order-csv";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { catchLog } from "@/sandbox/builders/caught-log";

const order = (batch: string) =>
  ({ id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091", batch_id: batch, refunded_cents: 0 }) as StaffOrder;

async function* pagesOf(...pages: (StaffOrder[] | Error)[]): AsyncGenerator<StaffOrder[]> {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield page;
  }
}

const ASKED = {
  userId: "u1",
  payment: "paid",
  fulfillment: null,
  submission: null,
  view: null,
  hasSearch: true,
} as const;
const exported = (pages: AsyncGenerator<StaffOrder[]>) => exportOrders(pages, ASKED);
const logged = catchLog();

const textOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer()).toString("utf8");

test("all pages follow the heading, in their order", async () => {
  const text = await textOf(await exported(pagesOf([order("A"), order("B")], [], [order("C")])));
  expect(text.startsWith(orderCsvHeading)).toBe(true);
  expect(
    text
      .slice(orderCsvHeading.length)
      .trim()
      .split("\r\n")
      .map((line) => line.split(",")[0]),
  ).toEqual(["A", "B", "C"]);
});

test("who took which orders out of the house stands in the log, a refused one not", async () => {
  await expect(exported(pagesOf(new Error("refused")))).rejects.toThrow();
  expect(logged("staff.exported")).toEqual([]);
  await exported(pagesOf([]));
  expect(logged("staff.exported")).toEqual([expect.objectContaining(ASKED)]);
});

test("no orders leave the heading", async () => {
  expect(await textOf(await exported(pagesOf([])))).toBe(orderCsvHeading);
});

test("a refusal comes before the file starts, a later failure breaks it off", async () => {
  await expect(exported(pagesOf(new Error("refused")))).rejects.toThrow("refused");
  await expect(exported(pagesOf([order("A")], new Error("gone"))).then(textOf)).rejects.toThrow("gone");
  expect(logged("staff.export_failed")).toHaveLength(1);
});

test("pages are read only as the reader takes them, and no more after it has left", async () => {
  let read = 0;
  let isEnded = false;
  async function* endless(): AsyncGenerator<StaffOrder[]> {
    try {
      for (;;) {
        read += 1;
        yield [order(String(read))];
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = (await exported(endless())).getReader();
  await reader.read();
  await reader.cancel();
  expect(read).toBeLessThan(4);
  expect(isEnded).toBe(true);
});

test("the file is named after its day", () => {
  expect(exportFileName(new Date("2026-11-21T23:59:00Z"))).toBe("orders-2026-11-21.csv");
});
