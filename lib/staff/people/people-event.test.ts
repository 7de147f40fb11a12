import { peopleEventWords, standingWords } from "@/lib/staff/people/people-event";
import type { Standing } from "@/lib/staff/people/schema";

const staff: Standing = { role: "staff", rights: ["refunds", "exports"], is_main: false };
const owner: Standing = {
  role: "owner",
  rights: ["refunds", "set_paid", "exports", "people"],
  is_main: false,
};

test.each<[Standing, string]>([
  [staff, "Refund, Export files"],
  [{ ...staff, rights: [] }, "No right of its own"],
  [owner, "Owner"],
  [{ ...owner, is_main: true }, "Main owner"],
])("%j reads %s", (standing, words) => expect(standingWords(standing)).toBe(words));

test.each([
  [{ action: "added", before: null, after: staff }, "added to the staff", "Refund, Export files"],
  [
    { action: "rights_changed", before: staff, after: { ...staff, rights: [] } },
    "has other rights",
    "Refund, Export files → No right of its own",
  ],
  [
    { action: "role_changed", before: staff, after: owner },
    "has another role",
    "Refund, Export files → Owner",
  ],
  [
    { action: "handed_over", before: owner, after: { ...owner, is_main: true } },
    "is the main owner now",
    "Owner → Main owner",
  ],
  [{ action: "removed", before: staff, after: null }, "removed from the staff", "Refund, Export files"],
  [{ action: "added", before: null, after: null }, "added to the staff", null],
] as const)("%j", (event, title, change) =>
  expect(peopleEventWords(event as Parameters<typeof peopleEventWords>[0])).toEqual({ title, change }),
);
