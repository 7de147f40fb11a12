import * as z from "zod/mini";

/** Lists the rights of staff that an owner gives and takes one by one; owners have them all. */
export const STAFF_RIGHTS = ["refunds", "set_paid", "exports", "people"] as const;
/** Names one of them. */
export type StaffRight = (typeof STAFF_RIGHTS)[number];

/** Reads what the person who is calling may do as staff. */
export const myRightsSchema = z.object({
  rights: z.array(z.enum(STAFF_RIGHTS)),
  /** The main owner's address, who gives rights; null where there is none. */
  ask: z.nullable(z.string()),
});
/** What somebody may do as staff, and whom they ask for more. */
export type MyRights = z.infer<typeof myRightsSchema>;

const WORDS: Record<StaffRight, { label: string; act: string }> = {
  refunds: { label: "Refund", act: "refund" },
  set_paid: { label: "Set paid by hand", act: "set a payment by hand" },
  exports: { label: "Export files", act: "export files" },
  people: { label: "Add and remove staff", act: "add or remove staff" },
};

/** Names a right as a list of rights does: "Set paid by hand". */
export function rightLabel(right: StaffRight): string {
  return WORDS[right].label;
}

/** Says that somebody has not a right, and who can give it; `ask` is the main owner's address, where it is known. */
export function missingRightWords(right: StaffRight, ask: string | null): string {
  return `You may not ${WORDS[right].act}. ${ask ?? "An owner"} can give you the right.`;
}

/** Says why something is not offered to somebody; null when they have the right. */
export function refusalWords({ rights, ask }: MyRights, right: StaffRight): string | null {
  return rights.includes(right) ? null : missingRightWords(right, ask);
}

/** Finds the right of which the database says that it is missing; null in any other message. */
export function missingRightOf(message: string): StaffRight | null {
  const [, named] = /the right "(\w+)" is missing/.exec(message) ?? [];
  return STAFF_RIGHTS.find((right) => right === named) ?? null;
}
