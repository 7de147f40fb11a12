import "../(app)/(orders)/orders.css";
import { SitePage } from "@/components/layout/site-page";
import { documentMetadata, documentViewport } from "@/lib/marketing/page-metadata";

export const metadata = documentMetadata;

export const viewport = documentViewport;

/** Apart from (site), so that the public style sheet stays without the order pages' rules. */
export default function SampleLayout({ children }: { children: React.ReactNode }) {
  return <SitePage>{children}</SitePage>;
}
