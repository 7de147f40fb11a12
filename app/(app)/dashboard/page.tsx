import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { BatchMissing } from "@/components/orders/batch-missing";
import { DashboardError } from "@/components/orders/dashboard-error";
import { DashboardView } from "@/components/orders/dashboard-view";
import { OwnBatch } from "@/components/orders/own-batch";
import { loginFor } from "@/lib/auth/access";
import { loadPerson, loadSession } from "@/lib/auth/loaders";
import { one, type Query } from "@/lib/auth/query";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { loadOwnBatch } from "@/lib/orders/batch-loaders";
import { dashboardFailure } from "@/lib/orders/dashboard-failure";
import { loadDashboard } from "@/lib/orders/loaders";
import { dashboardQuerySchema } from "@/lib/orders/schema";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, session, person] = await Promise.all([searchParams, loadSession(), loadPerson()]);
  if (!person) {
    const failure = dashboardFailure(session.state, one(query.refresh) !== undefined);
    if (failure) return <DashboardError {...failure} />;
    redirect(loginFor(new URL(paths.dashboard, env().APP_URL)));
  }
  const { batch: batchId } = dashboardQuerySchema.parse(query);
  const loaded = await Promise.all([
    loadDashboard(person, query),
    batchId ? loadOwnBatch(person, batchId) : null,
  ]).catch((error: unknown) => {
    log.error("dashboard.load", error);
    return null;
  });
  if (!loaded) return <DashboardError {...dashboardFailure("valid")} />;
  const [dashboard, batch] = loaded;
  return (
    <>
      <DashboardView {...dashboard} />
      {batch ? <OwnBatch batch={batch} /> : batchId ? <BatchMissing batchId={batchId} /> : null}
    </>
  );
}
