import { PolicyPage } from "@/components/site/policy-page";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { refundsPolicy } from "@/lib/marketing/policies";

export const metadata = publicMetadata(refundsPolicy);

export default function RefundsPage() {
  return <PolicyPage policy={refundsPolicy} />;
}
