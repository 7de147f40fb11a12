import { PolicyPage } from "@/components/site/policy-page";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { privacyPolicy } from "@/lib/marketing/policies";

export const metadata = publicMetadata(privacyPolicy);

export default function PrivacyPage() {
  return <PolicyPage policy={privacyPolicy} />;
}
