import type { ReactNode } from "react";
import { HtmlPage } from "@/components/layout/html-page";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";

/** Shows the document of a public page: its header, what the page shows, and its footer. */
export function SitePage({ children }: { children: ReactNode }) {
  return (
    <HtmlPage>
      <SiteHeader />
      {children}
      <SiteFooter />
    </HtmlPage>
  );
}
