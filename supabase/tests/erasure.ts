import { addStaff, addUser } from "../../sandbox/builders/rows";
import type { Transaction } from "../../sandbox/builders/test-database";

type Answer = {
  done: boolean;
  found: Record<string, number>;
  obstacles: { reason: string; about: string }[];
  erased_at: string | null;
  stripe_customers: string[];
};

/** Adds somebody who may erase people. */
export async function addOwner(tx: Transaction): Promise<{ id: string; email: string }> {
  const owner = await addUser(tx);
  await addStaff(tx, owner.id, "owner");
  return owner;
}

/** Erases whoever has an address, or only looks at what there is. */
export async function erase(tx: Transaction, email: string, by: string, does = true): Promise<Answer> {
  const [row] = await tx<
    { answer: Answer }[]
  >`select public.erase_person(${email}, ${by}, ${does}) as answer`;
  if (!row) throw new Error("no answer");
  return row.answer;
}
