import "../globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { SkipLink } from "@/components/layout/skip-link";
import { typeFace } from "@/components/layout/type-face";
import { publicEnv } from "@/lib/base/env-public";
import { site } from "@/lib/base/site";

export const metadata: Metadata = {
  metadataBase: new URL(publicEnv.siteUrl),
  title: { template: `%s · ${site.name}`, default: `${site.name}: ${site.tagline}` },
  description: `${site.tagline}.`,
};

/** Root of the public pages: prerendered, the same for everybody. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={typeFace}>
      <body className="flex min-h-dvh flex-col">
        <SkipLink />
        <SiteHeader />
        {children}
        <SiteFooter />
      </body>
    </html>
  );
}
