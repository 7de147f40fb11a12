// Imported once here. Otherwise each group's error boundary would bundle its own copy.
import "@/app/(app)/error";
import type { Metadata } from "next";
import { SessionWatch } from "@/components/account/sign-in/session-watch";
import { HtmlPage } from "@/components/layout/html-page";
import { SiteFooter } from "@/components/layout/site-footer";
import { loadPerson, loadSession } from "@/lib/auth/session/loaders";
import { site } from "@/lib/base/site";
import { documentMetadata, documentViewport } from "@/lib/marketing/page-metadata";

export const metadata: Metadata = {
  ...documentMetadata,
  title: { template: `%s · ${site.name}`, default: site.name },
  robots: { index: false, follow: false },
};

export const viewport = documentViewport;

/** Rendered on each request, so that every script carries its nonce. */
export default async function AppLayout({
  children,
  header,
}: Record<"children" | "header", React.ReactNode>) {
  const [session, person] = await Promise.all([loadSession(), loadPerson()]);
  const isUnknown = session.state === "unreachable";
  const who = person ? `${person.userId} ${person.email}` : "";
  return (
    <HtmlPage>
      <SessionWatch who={isUnknown ? undefined : who} />
      {header}
      {children}
      <SiteFooter />
    </HtmlPage>
  );
}
