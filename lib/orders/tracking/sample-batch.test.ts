import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { code128, LONGEST_CODE, qrCode } from "@/lib/base/barcode";
import { paths } from "@/lib/base/paths";
import { timeAgo } from "@/lib/base/time-ago";
import { BATCH_ID } from "@/lib/orders/batch-id";
import { promiseWords } from "@/lib/orders/promise";
import { timelineOf } from "@/lib/orders/timeline";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID } from "@/lib/orders/tracking/sample-batch";

test("the made-up batch has an ID as ours are", () => {
  expect(SAMPLE_BATCH_ID).toMatch(BATCH_ID);
  expect(SAMPLE_BATCH_ID.slice("BATCH-".length)).not.toMatch(/[01OI]/);
});

test("its story is whole, in order, and ends before it is looked at", () => {
  const { steps, entries } = timelineOf(SAMPLE_BATCH, SAMPLE_BATCH.events);
  const reached = steps.filter(({ state }) => state !== "next");
  expect(reached.map(({ status }) => status)).toEqual([
    "pending",
    "received",
    "processing",
    "shipped",
    "grading",
  ]);
  for (const { at } of reached) expect(at).not.toBeNull();
  const times = SAMPLE_BATCH.events.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times.at(-1)).toBeLessThan(SAMPLE_BATCH.readAt);
  expect(entries.every(({ title }) => title !== "News from our team")).toBe(true);
});

test("its last news is as many days ago as its dates are apart", () => {
  const { readAt, events } = SAMPLE_BATCH;
  const last = events.at(-1)?.at ?? "";
  const dayOf = (at: string) => Date.parse(at.slice(0, 10)) / 86_400_000;
  const days = dayOf(new Date(readAt).toISOString()) - dayOf(last);
  expect(timeAgo(last, new Date(readAt))).toBe(`${days} days ago`);
});

test("it is promised as any batch is: 10 to 15 business days after its check-in", () => {
  expect(promiseWords(SAMPLE_BATCH, SAMPLE_BATCH.readAt)).toMatchObject({
    state: "ahead",
    text: expect.stringContaining("Nov 23 to Dec 1"),
  });
});

test("it names nobody, and asks for nothing", () => {
  expect(JSON.stringify(SAMPLE_BATCH)).not.toMatch(/@|user|address":"|http/);
  expect(SAMPLE_BATCH).toMatchObject({ cancel_cents: null, adjustments: [], photos: [], is_received: false });
});

/** The two codes as the label has them (components/orders/print): in inches 3.47 by 1 and 1.85 by 1.85. */
function sampleCodes(): string {
  const bars = code128(SAMPLE_BATCH_ID);
  const qr = qrCode(SAMPLE_BATCH_ID);
  const scaled = (x: number, y: number, path: string) =>
    `  <path transform="scale(${x} ${y})" d="${path}" />\n`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LONGEST_CODE} 300" shape-rendering="crispEdges">
  <title>The codes of ${SAMPLE_BATCH_ID}</title>
${scaled(1, 2.5, bars.path)}  <g transform="translate(0 112)">
${scaled(188 / qr.width, 188 / qr.height, qr.path)}  </g>
</svg>
`;
}

/** `UPDATE_SAMPLE_CODES=1 npm test -- unit sample-batch` writes the file instead of comparing it. */
test("the codes on the landing page's label are those of its batch", () => {
  const file = join(process.cwd(), "public", paths.sampleCodes);
  if (process.env.UPDATE_SAMPLE_CODES === "1") writeFileSync(file, sampleCodes());
  expect(existsSync(file) ? readFileSync(file, "utf8") : "no such file").toBe(sampleCodes());
});
