import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { refundsPolicy } from "@/lib/marketing/policies";

export const metadata: Metadata = publicMetadata(refundsPolicy);

/** Serves how to cancel, and when money comes back. */
export default function RefundsPage() {
  return <PolicyPage policy={refundsPolicy} />;
}
