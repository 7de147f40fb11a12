import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths, withQuery } from "@/lib/base/paths";

/** For who paid without an account: how the batch gets onto a dashboard. */
export function GuestPrompt() {
  return (
    <Card className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-lg font-semibold">Follow this batch online</h2>
        <p className="text-text-muted">
          Create an account with the same e-mail address, confirm it, and this order appears on your
          dashboard.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={paths.signup}>Create Account</ButtonLink>
        <ButtonLink variant="secondary" href={withQuery(paths.login, { next: paths.dashboard })}>
          Log In
        </ButtonLink>
      </div>
    </Card>
  );
}
