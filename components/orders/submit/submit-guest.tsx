import { FreePlanCard } from "@/components/membership/free-plan-card";
import { AfterPayment } from "@/components/orders/submit/after-payment";
import { SubmissionForm } from "@/components/orders/submit/submission-form";
import { SubmitLayout } from "@/components/orders/submit/submit-layout";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";

/** /submit for a visitor without an account who pays as he goes. */
export function SubmitGuest() {
  const { label, rateCents } = plans.payg;
  return (
    <SubmitLayout
      title="Submit cards without an account"
      lead={`${label}: ${formatCents(rateCents)} per card, no membership. Your e-mail and return address are asked on the payment page.`}
    >
      <Alert tone="info">
        Have an account?{" "}
        <a className="link" href={withQuery(paths.login, { next: paths.submit })}>
          Log in
        </a>{" "}
        to find this batch on your dashboard.
      </Alert>
      <div className="grid items-start gap-6 lg:grid-cols-[1.75fr_1fr]">
        <Card>
          <CardHeader title="Your batch" />
          <SubmissionForm person={null} plan={{ type: "payg", label, rateCents }} remaining={null} />
        </Card>
        <div className="space-y-6">
          <FreePlanCard plan="payg" />
          <AfterPayment />
        </div>
      </div>
    </SubmitLayout>
  );
}
