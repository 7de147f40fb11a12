import { PolicyPage } from "@/components/site/policy-page";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { insurancePolicy } from "@/lib/marketing/policies";

export const metadata = publicMetadata(insurancePolicy);

export default function InsurancePage() {
  return <PolicyPage policy={insurancePolicy} />;
}
