import "../(app)/(orders)/orders.css";
import { SitePage } from "@/components/layout/site-page";
import { documentMetadata, documentViewport } from "@/lib/marketing/page-metadata";

export const metadata = documentMetadata;

export const viewport = documentViewport;

/** Separate from (site), to keep the order pages' rules out of the public style sheet. */
export default function SampleLayout({ children }: { children: React.ReactNode }) {
  return <SitePage>{children}</SitePage>;
}
