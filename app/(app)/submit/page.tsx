import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SubmitGuest } from "@/components/orders/submit-guest";
import { SubmitMember } from "@/components/orders/submit-member";
import { loginFor } from "@/lib/auth/access";
import { loadPerson } from "@/lib/auth/loaders";
import { env } from "@/lib/env";
import { loadSubmitPage } from "@/lib/orders/loaders";
import { paths, withQuery } from "@/lib/paths";

export const metadata: Metadata = { title: "Submit Cards" };

type SubmitPageProps = { searchParams: Promise<{ mode?: string; plan?: string }> };

export default async function SubmitPage({ searchParams }: SubmitPageProps) {
  const { mode, plan } = await searchParams;
  const wantsPayg = mode === "payg";
  const person = await loadPerson();
  if (!person) {
    if (wantsPayg) return <SubmitGuest />;
    redirect(loginFor(new URL(withQuery(paths.submit, { mode, plan }), env().APP_URL)));
  }
  const page = await loadSubmitPage(person, wantsPayg);
  const { userId, email } = person;
  return <SubmitMember page={page} person={{ userId, email }} wantsFree={plan === "free"} />;
}
