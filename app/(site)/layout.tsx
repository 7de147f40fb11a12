import "../globals.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { HtmlPage } from "@/components/layout/html-page";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
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
    <HtmlPage>
      <SiteHeader />
      {children}
      <SiteFooter />
    </HtmlPage>
  );
}
