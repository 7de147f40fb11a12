import "../globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { MembershipGuard } from "@/components/auth/membership-guard";
import { SessionWatch } from "@/components/auth/session-watch";
import { StaffGuard } from "@/components/auth/staff-guard";
import { SiteFooter } from "@/components/layout/site-footer";
import { SkipLink } from "@/components/layout/skip-link";
import { typeFace } from "@/components/layout/type-face";
import { loadMembershipGate } from "@/lib/auth/load-membership-gate";
import { loadStaffGate } from "@/lib/auth/load-staff-gate";
import { loadPerson, loadSession } from "@/lib/auth/loaders";
import { publicEnv } from "@/lib/env-public";
import { site } from "@/lib/site";

export const metadata: Metadata = {
  metadataBase: new URL(publicEnv.siteUrl),
  title: { template: `%s · ${site.name}`, default: site.name },
  description: `${site.tagline}.`,
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
    <html lang="en" className={typeFace}>
      <body className="flex min-h-dvh flex-col">
        <SessionWatch who={isUnknown ? undefined : who} />
        <SkipLink />
        {header}
        <MembershipGuard gate={gate}>
          <StaffGuard gate={staffGate}>{children}</StaffGuard>
        </MembershipGuard>
        <SiteFooter />
      </body>
    </html>
  );
}
