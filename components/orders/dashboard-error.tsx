import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { paths } from "@/lib/paths";

/** The dashboard could not be loaded: why, and what to do. */
export function DashboardError({ message }: { message: string }) {
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 py-16 sm:px-6">
      <Card className="space-y-5 text-center">
        <h1 className="text-2xl font-semibold">Error Loading Dashboard</h1>
        <p role="alert" className="text-text-muted">
          {message}
        </p>
        <ButtonLink href={paths.dashboard}>Try Again</ButtonLink>
      </Card>
    </main>
  );
}
