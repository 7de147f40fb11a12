import "./dashboard.css";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DashboardError, DashboardView } from "@/components/orders/dashboard/dashboard-view";
import { OwnBatch } from "@/components/orders/dashboard/own-batch";
import { loginFor } from "@/lib/auth/session/access";
import { loadPerson, loadSession, redirectIfSecondFactorNeeded } from "@/lib/auth/session/loaders";
import { readLinkedCount } from "@/lib/auth/sign-in/login-query";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { paths, withQuery } from "@/lib/base/paths";
import { firstValue, type Query } from "@/lib/base/query";
import { dashboardFailure } from "@/lib/orders/dashboard";
import { loadClaims, loadDashboard } from "@/lib/orders/loaders";
import { dashboardQuerySchema } from "@/lib/orders/schema";
import { ownBatch } from "@/lib/orders/tracking/loaders";

export const metadata: Metadata = { title: "Dashboard" };

/** Shows the customer's paid batches. `?batch=` opens one of them in a drawer. */
export default async function DashboardPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, session, person] = await Promise.all([searchParams, loadSession(), loadPerson()]);
  if (!person) {
    const failure = dashboardFailure(session.state, firstValue(query.refresh) !== undefined);
    if (failure) return <DashboardError {...failure} />;
    redirect(loginFor(new URL(paths.dashboard, env().APP_URL)));
  }
  const { batch: batchId, claim: claimLink } = dashboardQuerySchema.parse(query);
  const [loaded, claims] = await Promise.all([
    loadDashboard(person, query).catch((error: unknown) => {
      redirectIfSecondFactorNeeded(error, withQuery(paths.dashboard, { batch: batchId, claim: claimLink }));
      log.error("dashboard.load", error);
      return null;
    }),
    loadClaims(person.userId, claimLink),
  ]);
  if (!loaded) return <DashboardError {...dashboardFailure("valid")} />;
  const linkedCount = readLinkedCount(query);
  // A sign-in that has just linked the batch shows its notice instead.
  if (claims.ownBatch && linkedCount === 0) redirect(paths.batch(claims.ownBatch));
  const { batch } = loaded.dashboard;
  return (
    <>
      <DashboardView {...loaded} claims={claims} userId={person.userId} linkedCount={linkedCount} />
      {batchId ? (
        <OwnBatch
          batchId={batchId}
          batch={batch && ownBatch(batch)}
          paidId={firstValue(query.paid) ?? null}
        />
      ) : null}
    </>
  );
}
