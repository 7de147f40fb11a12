import { PolicyPage } from "@/components/site/policy-page";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { termsPolicy } from "@/lib/marketing/policies";

export const metadata = publicMetadata(termsPolicy);

export default function TermsPage() {
  return <PolicyPage policy={termsPolicy} />;
}
