import "./site.css";
import { SitePage } from "@/components/layout/site-page";
import { documentMetadata, documentViewport } from "@/lib/marketing/page-metadata";

export const metadata = documentMetadata;

export const viewport = documentViewport;

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <SitePage>{children}</SitePage>;
}
