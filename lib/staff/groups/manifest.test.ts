import { manifestCsv, manifestFileName, manifestLines } from "@/lib/staff/groups/manifest";
import { aGraderGroup, aGroupMember } from "@/sandbox/builders/group-as-read";

const members = [
  aGroupMember({ batch_id: "BATCH-MGX2K9QW-7F3K", received_count: 14, cards: 12 }),
  aGroupMember({ id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091", batch_id: null, received_count: 1, cards: 1 }),
];

test("the list names batches and cards in turn, and no customer", () => {
  expect(manifestLines(members)).toEqual([
    { place: 1, batch: "BATCH-MGX2K9QW-7F3K", cards: 12 },
    { place: 2, batch: "ORDER-3F2B8A10", cards: 1 },
  ]);
});

test("the file has a row for each batch and a sum, and runs no formula", () => {
  const group = aGraderGroup({
    id: 12,
    grader: "=HYPERLINK()",
    submission_number: "SUB-1",
    batches: 2,
    cards: 13,
  });
  expect(manifestCsv({ group, members }).split("\r\n")).toEqual([
    "\uFEFFNo.,Batch ID,Cards,Grader,Submission number",
    "1,BATCH-MGX2K9QW-7F3K,12,'=HYPERLINK(),SUB-1",
    "2,ORDER-3F2B8A10,1,'=HYPERLINK(),SUB-1",
    "Total,2,13,,",
    "",
  ]);
  expect(manifestFileName(12)).toBe("group-12-manifest.csv");
});
