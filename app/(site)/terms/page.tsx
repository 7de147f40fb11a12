import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { termsPolicy } from "@/lib/marketing/policies";

export const metadata: Metadata = publicMetadata(termsPolicy);

export default function TermsPage() {
  return <PolicyPage policy={termsPolicy} />;
}
