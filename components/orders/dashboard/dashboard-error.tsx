import { CircleAlert } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths, withQuery } from "@/lib/base/paths";
import type { DashboardFailure } from "@/lib/orders/dashboard-failure";

/** The dashboard could not be loaded: why, and what to do. */
export function DashboardError({ message, needsLogin }: DashboardFailure) {
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 py-16 sm:px-6">
      <Card className="space-y-6 text-center">
        <div className="space-y-3">
          <CircleAlert className="mx-auto size-9 text-danger" aria-hidden="true" />
          <h1 className="text-2xl font-semibold">Error Loading Dashboard</h1>
          <p role="alert" className="text-text-muted">
            {message}
          </p>
        </div>
        <div className="flex flex-wrap justify-center gap-3">
          {needsLogin ? (
            <ButtonLink href={withQuery(paths.login, { next: paths.dashboard })}>Log In</ButtonLink>
          ) : null}
          <ButtonLink variant={needsLogin ? "secondary" : "primary"} href={paths.dashboard}>
            Try Again
          </ButtonLink>
        </div>
      </Card>
    </main>
  );
}
