import type { Metadata } from "next";
import { SuccessError, SuccessProgress } from "@/components/membership/success-progress";
import { loadPerson } from "@/lib/auth/session/loaders";
import { firstValue, type Query } from "@/lib/base/query";

export const metadata: Metadata = { title: "Membership" };

export default async function SuccessPage({ searchParams }: { searchParams: Promise<Query> }) {
  const sessionId = firstValue((await searchParams).session_id);
  if (!sessionId) return <SuccessError />;
  const person = await loadPerson();
  const payer = person && { userId: person.userId, email: person.email };
  return <SuccessProgress sessionId={sessionId} payer={payer} />;
}
