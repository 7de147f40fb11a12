import "./site.css";
import type { ReactNode } from "react";
import { HtmlPage } from "@/components/layout/html-page";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { documentMetadata, documentViewport } from "@/lib/marketing/page-metadata";

export const metadata = documentMetadata;

export const viewport = documentViewport;

/** Frames the public pages, which are prerendered and the same for everybody. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <HtmlPage>
      <SiteHeader />
      {children}
      <SiteFooter />
    </HtmlPage>
  );
}
