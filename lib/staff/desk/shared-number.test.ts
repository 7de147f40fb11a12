import { isSharedWithAnother, sharedNumberWords } from "@/lib/staff/desk/shared-number";

const other = { id: "00000000-0000-0000-0000-000000000001", batch_id: "BATCH-BBBBBBBB-BBBB" };
const number = "1Z999AA10123456784";

test.each([
  [null, null, false],
  [
    { ...other, is_same_owner: true },
    `BATCH-BBBBBBBB-BBBB of the same customer has the package number ${number}, too: the same box?`,
    false,
  ],
  [
    { ...other, is_same_owner: false },
    `BATCH-BBBBBBBB-BBBB of another customer has the package number ${number}, too: check the label on the box.`,
    true,
  ],
])("with %j", (inbound_elsewhere, words, isAnothers) => {
  const order = { inbound_tracking: number, inbound_elsewhere };
  expect(sharedNumberWords(order)).toBe(words);
  expect(isSharedWithAnother(order)).toBe(isAnothers);
});
