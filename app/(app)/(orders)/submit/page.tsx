import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { MembershipGuard } from "@/components/membership/membership-guard";
import { SubmitGuest, SubmitMember } from "@/components/orders/submit/submit-screens";
import { loginFor } from "@/lib/auth/session/access";
import { loadPerson } from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { loadSubmitPage } from "@/lib/orders/loaders";

export const metadata: Metadata = { title: "Submit Cards" };

type SubmitPageProps = { searchParams: Promise<{ mode?: string; plan?: string; left?: string }> };

/**
 * Serves the submit form to a person, or with `?mode=payg` to a visitor; any other visitor is led to the log-in. Without the
 * membership there is no price: the guard says that it could not be read.
 */
export default async function SubmitPage({ searchParams }: SubmitPageProps) {
  const { mode, plan, left } = await searchParams;
  const wantsPayg = mode === "payg";
  const person = await loadPerson();
  if (!person) {
    if (wantsPayg) return <SubmitGuest hasLeft={left !== undefined} />;
    redirect(loginFor(new URL(withQuery(paths.submit, { mode, plan }), env().APP_URL)));
  }
  const page = await loadSubmitPage(person, wantsPayg).catch((error: unknown) => {
    log.error("submit.load", error);
    return null;
  });
  if (!page) return <MembershipGuard gate="failed" />;
  const { userId, email } = person;
  return (
    <SubmitMember
      page={page}
      person={{ userId, email }}
      wantsFree={plan === "free"}
      hasLeft={left !== undefined}
    />
  );
}
