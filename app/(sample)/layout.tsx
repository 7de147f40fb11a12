import "../(app)/(orders)/orders.css";
import type { ReactNode } from "react";
import { SitePage } from "@/components/layout/site-page";
import { documentMetadata, documentViewport } from "@/lib/marketing/page-metadata";

export const metadata = documentMetadata;

export const viewport = documentViewport;

/**
 * Frames the public page that is made of what an order's page is made of: prerendered as the others, with the style sheet
 * of the orders' pages, so that theirs stays small.
 */
export default function SampleLayout({ children }: { children: ReactNode }) {
  return <SitePage>{children}</SitePage>;
}
