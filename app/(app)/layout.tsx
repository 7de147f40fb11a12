import "../globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { MembershipGuard } from "@/components/auth/membership-guard";
import { SiteFooter } from "@/components/layout/site-footer";
import { SkipLink } from "@/components/layout/skip-link";
import { typeFace } from "@/components/layout/type-face";
import { loadMembershipGate } from "@/lib/auth/load-membership-gate";
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
  const gate = await loadMembershipGate();
  return (
    <html lang="en" className={typeFace}>
      <body className="flex min-h-dvh flex-col">
        <SkipLink />
        {header}
        <MembershipGuard gate={gate}>{children}</MembershipGuard>
        <SiteFooter />
      </body>
    </html>
  );
}
