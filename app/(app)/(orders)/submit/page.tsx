import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { MembershipGuard } from "@/components/membership/membership-guard";
import { SubmitGuest, SubmitMember } from "@/components/orders/submit/submit-screens";
import { accessOf, loginFor } from "@/lib/auth/session/access";
import { loadPerson, redirectIfSecondFactorNeeded } from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import type { Query } from "@/lib/base/query";
import { decideGate } from "@/lib/membership/membership-state";
import { loadGuestPendingOrders, loadSubmitPage } from "@/lib/orders/loaders";
import { submitQuerySchema } from "@/lib/orders/schema";

export const metadata: Metadata = { title: "Submit Cards" };

type SubmitPageProps = { searchParams: Promise<Query> };

/** Shows the submit form. Visitors need `?mode=payg`. `?plan=` is the membership that the link expects. */
export default async function SubmitPage({ searchParams }: SubmitPageProps) {
  const query = await searchParams;
  const { mode, plan, cards } = submitQuerySchema.parse(query);
  const hasLeft = query[LEFT] !== undefined;
  const wantsPayg = mode === "payg";
  const person = await loadPerson();
  const path = withQuery(paths.submit, { mode, plan });
  const url = new URL(path, env().APP_URL);
  if (!person) {
    if (wantsPayg) {
      return <SubmitGuest hasLeft={hasLeft} cards={cards} pendingOrders={await loadGuestPendingOrders()} />;
    }
    redirect(loginFor(url));
  }
  const page = await loadSubmitPage(person, wantsPayg).catch((error: unknown) => {
    redirectIfSecondFactorNeeded(error, path);
    log.error("submit.load", error);
    return null;
  });
  if (!page) return <MembershipGuard gate="failed" />;
  const { userId, email } = person;
  const isForMembers = accessOf(url.pathname, url.searchParams) === "subscriber";
  return (
    <MembershipGuard gate={isForMembers ? decideGate(plan, page) : "open"}>
      <SubmitMember
        page={page}
        person={{ userId, email }}
        wantsFree={plan === "free"}
        hasLeft={hasLeft}
        cards={cards}
      />
    </MembershipGuard>
  );
}
