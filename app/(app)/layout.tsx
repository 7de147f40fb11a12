import "../globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SessionWatch } from "@/components/account/sign-in/session-watch";
import { HtmlPage } from "@/components/layout/html-page";
import { SiteFooter } from "@/components/layout/site-footer";
import { MembershipGuard } from "@/components/membership/membership-guard";
import { StaffGuard } from "@/components/staff/staff-guard";
import { loadPerson, loadSession } from "@/lib/auth/session/loaders";
import { site } from "@/lib/base/site";
import { documentMetadata } from "@/lib/marketing/page-metadata";
import { loadMembershipGate } from "@/lib/membership/loaders";
import { loadStaffGate } from "@/lib/staff/loaders";

export const metadata: Metadata = {
  ...documentMetadata,
  title: { template: `%s · ${site.name}`, default: site.name },
  robots: { index: false, follow: false },
};

/** Root of the pages with a person in them: made per request, so that every script carries its nonce. */
export default async function AppLayout({ children, header }: { children: ReactNode; header: ReactNode }) {
  const [session, person, gate, staffGate] = await Promise.all([
    loadSession(),
    loadPerson(),
    loadMembershipGate(),
    loadStaffGate(),
  ]);
  const isUnknown = session.state === "unreachable";
  const who = person ? `${person.userId} ${person.email}` : "";
  return (
    <HtmlPage>
      <SessionWatch who={isUnknown ? undefined : who} />
      {header}
      <MembershipGuard gate={gate}>
        <StaffGuard gate={staffGate}>{children}</StaffGuard>
      </MembershipGuard>
      <SiteFooter />
    </HtmlPage>
  );
}
