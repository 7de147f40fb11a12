import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Spinner } from "@/components/ui/spinner";
import { useQueryDropped } from "@/components/ui/use-query-dropped";
import { formatPrice } from "@/lib/base/money";
import { LEFT, paths, withQuery } from "@/lib/base/paths";
import { type MembershipPlan, plans } from "@/lib/base/plans";
import { checkoutMessages } from "@/lib/membership/start-membership";

/** State of the plan in the URL. `left`: the visitor came back from the payment page without paying. */
export type PlanState =
  | { name: "invalid" }
  | { name: "visitor" | "starting" | "left"; plan: MembershipPlan }
  | { name: "failed"; plan: MembershipPlan; failure: string; needsLogin: boolean };

type PlanNoticeProps = {
  state: PlanState;
  own: MembershipPlan | null;
  onRetry: (plan: MembershipPlan) => void;
};

export function PlanNotice({ state, own, onRetry }: PlanNoticeProps) {
  useQueryDropped(LEFT);
  if (!("plan" in state)) {
    return (
      <Alert tone="danger" isLive>
        {checkoutMessages.invalidPlan}
      </Alert>
    );
  }
  const { plan } = state;
  const { label, monthlyCents } = plans[plan];
  const isMember = own !== null;
  const price = `${formatPrice(monthlyCents)}/month`;
  if (state.name === "failed") {
    return (
      <Alert
        tone="danger"
        title={isMember ? "We couldn't open billing" : `We couldn't start your ${label} membership`}
        isLive
        action={
          state.needsLogin ? (
            <ButtonLink href={withQuery(paths.login, { plan })} size="sm">
              Log in
            </ButtonLink>
          ) : (
            <Button variant="secondary" size="sm" onClick={() => onRetry(plan)}>
              Try Again
            </Button>
          )
        }
      >
        {state.failure}
      </Alert>
    );
  }
  if (state.name === "left") {
    return (
      <Alert
        tone="info"
        title={`You didn't finish signing up for ${label}`}
        isLive
        action={
          <Button variant="secondary" size="sm" onClick={() => onRetry(plan)}>
            Continue with {label}
          </Button>
        }
      >
        You haven't been charged.
      </Alert>
    );
  }
  if (state.name === "starting") {
    return (
      <Panel>
        <p role="status" className="flex items-center gap-4">
          <Spinner className="size-6 text-accent-text" />
          <span>
            <strong className="block font-semibold">
              {isMember ? "Opening billing…" : "Opening checkout…"}
            </strong>
            <span className="text-sm text-text-muted">
              {isMember
                ? "You won't be charged until you confirm the change."
                : `${label}, ${price}. You'll pay on the next page.`}
            </span>
          </span>
        </p>
      </Panel>
    );
  }
  return (
    <Panel>
      <div role="status">
        <p className="font-semibold">Create an account to join {label}</p>
        <p className="text-sm text-text-muted">{price}. You&apos;ll pay after you create your account.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={withQuery(paths.signup, { plan })}>Create Account</ButtonLink>
        <ButtonLink href={withQuery(paths.login, { plan })} variant="secondary">
          Log in
        </ButtonLink>
      </div>
    </Panel>
  );
}

function Panel({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-5 rounded-2xl border border-accent-text/25 bg-accent-soft p-6">
      {children}
    </div>
  );
}
