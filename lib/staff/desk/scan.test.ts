import { isSameBatch, readScan } from "@/lib/staff/desk/scan";

const batch = (code: string) => ({ kind: "batch", code });
const tracking = (number: string) => ({ kind: "tracking", number });

test.each([
  ["BATCH-MGX2K9QW-7F3K", batch("BATCH-MGX2K9QW-7F3K")],
  [" batch mgx2k9qw 7f3k\n", batch("batch mgx2k9qw 7f3k")],
  ["BATCHMGX2K9QW7F3K", batch("BATCHMGX2K9QW7F3K")],
  ["BATCH-000000-0000", batch("BATCH-000000-0000")],
  ["ORDER-3F2B8A10", batch("ORDER-3F2B8A10")],
  ["ORDER-NOTHEXA", { kind: "code", code: "ORDER-NOTHEXA" }],
  ["BATCH-SHORT", { kind: "code", code: "BATCH-SHORT" }],
  ["MGX2K9QW-7F3K", { kind: "code", code: "MGX2K9QW-7F3K" }],
  ["NO-SUCH-BATCH", { kind: "code", code: "NO-SUCH-BATCH" }],
  ["0", { kind: "count", count: 0 }],
  [" 0012 ", { kind: "count", count: 12 }],
  ["9999", { kind: "count", count: 9999 }],
  ["10000", { kind: "code", code: "10000" }],
  ["9400110200881234567890", tracking("9400110200881234567890")],
  ["9400 1102 0088 1234 5678 90", tracking("9400110200881234567890")],
  ["420787019400110200881234567890", tracking("9400110200881234567890")],
  ["4207870112349400110200881234567890", tracking("9400110200881234567890")],
  [
    `${String.fromCharCode(29)}42078701${String.fromCharCode(29)}9400110200881234567890`,
    tracking("9400110200881234567890"),
  ],
  ["1z999aa10123456784", tracking("1Z999AA10123456784")],
  ["794612345678", tracking("794612345678")],
  ["RR123456785DE", tracking("RR123456785DE")],
  ["1234567890", tracking("1234567890")],
  ["", null],
  ["  ", null],
  ["-", null],
])("%j", (entered, scan) => expect(readScan(entered)).toEqual(scan));

test.each([
  ["BATCH-MGX2K9QW-7F3K", "mgx2k9qw7f3k", true],
  ["ORDER-3F2B8A10", "3f2b8a10", true],
  ["BATCH-MGX2K9QW-7F3K", "BATCH-MGX2K9QW-7F3L", false],
])("%s and %s are one batch: %s", (one, other, is) => expect(isSameBatch(one, other)).toBe(is));
