import { AppError } from "@/lib/base/errors";
import { exportPages, exportResponse } from "@/lib/staff/exports/export-pages";
import { catchLog } from "@/sandbox/builders/caught-log";

const mockBegin = jest.fn();
const mockFinish = jest.fn();
jest.mock("@/lib/staff/exports/mutations", () => ({
  beginExport: (...args: unknown[]) => mockBegin(...args),
  finishExport: (...args: unknown[]) => mockFinish(...args),
}));
beforeEach(() => {
  mockBegin.mockReset().mockResolvedValue(7);
  mockFinish.mockReset().mockResolvedValue(undefined);
});

async function* pagesOf(...pages: (string[] | Error)[]): AsyncGenerator<string[]> {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield page;
  }
}

const HEADING = "Name\r\n";
const ASKED = {
  kind: "orders",
  filter: { payment: "paid", view: null, search: "jane@example.org" },
} as const;
const exported = (pages: AsyncGenerator<string[]>) =>
  exportPages("u1", { ...ASKED, pages, heading: HEADING, rowOf: (row) => `${row}\r\n` });
const logged = catchLog();

const textOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer()).toString("utf8");

test("all pages follow the heading, in their order, and the end says how many rows there were", async () => {
  const text = await textOf(await exported(pagesOf(["A", "B"], [], ["C"])));
  expect(text).toBe(`${HEADING}A\r\nB\r\nC\r\n`);
  expect(mockFinish.mock.calls).toEqual([[7, 3, true]]);
});

test("who took which rows out of the house is kept, and in the log without what was searched for", async () => {
  await exported(pagesOf([]));
  expect(mockBegin.mock.calls).toEqual([["u1", ASKED]]);
  const [line] = logged("staff.exported");
  expect(line).toMatchObject({ userId: "u1", kind: "orders", asked: "payment search" });
  expect(JSON.stringify(line)).not.toContain("jane");
});

test("no rows leave the heading", async () => {
  expect(await textOf(await exported(pagesOf([])))).toBe(HEADING);
  expect(mockFinish.mock.calls).toEqual([[7, 0, true]]);
});

test("a refusal comes before the file starts, whoever refuses", async () => {
  await expect(exported(pagesOf(new Error("refused")))).rejects.toThrow("refused");
  expect(mockBegin).not.toHaveBeenCalled();
  mockBegin.mockRejectedValue(new AppError("not_allowed"));
  await expect(exported(pagesOf(["A"]))).rejects.toMatchObject({ status: 403 });
  expect(logged("staff.exported")).toEqual([]);
});

test("a later failure breaks it off, and it is kept as not complete", async () => {
  await expect(exported(pagesOf(["A"], new Error("gone"))).then(textOf)).rejects.toThrow("gone");
  expect(logged("staff.export_failed")).toHaveLength(1);
  expect(mockFinish.mock.calls).toEqual([[7, 1, false]]);
});

test("a file is whole also when nobody could note its end", async () => {
  mockFinish.mockRejectedValue(new Error("no database"));
  expect(await textOf(await exported(pagesOf(["A"])))).toBe(`${HEADING}A\r\n`);
  expect(logged("staff.export_unended")).toHaveLength(1);
});

test("pages are read only as the reader takes them, and no more after it has left", async () => {
  let read = 0;
  let isEnded = false;
  async function* endless(): AsyncGenerator<string[]> {
    try {
      for (;;) {
        read += 1;
        yield [String(read)];
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
  expect(mockFinish.mock.calls).toEqual([[7, read, false]]);
});

test("the file is named after what it holds and its day", async () => {
  const { headers } = exportResponse("orders", await exported(pagesOf([])), new Date("2026-11-21T23:59:00Z"));
  expect(headers.get("content-disposition")).toBe('attachment; filename="orders-2026-11-21.csv"');
  expect(headers.get("cache-control")).toBe("private, no-store");
});
