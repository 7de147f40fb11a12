import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DashboardError } from "@/components/orders/dashboard-error";
import { DashboardView } from "@/components/orders/dashboard-view";
import { loginFor } from "@/lib/auth/access";
import { loadPerson, loadSession } from "@/lib/auth/loaders";
import { one, type Query } from "@/lib/auth/query";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { dashboardFailure } from "@/lib/orders/dashboard-failure";
import { loadDashboard } from "@/lib/orders/loaders";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [query, session, person] = await Promise.all([searchParams, loadSession(), loadPerson()]);
  if (!person) {
    const failure = dashboardFailure(session.state, one(query.refresh) !== undefined);
    if (failure) return <DashboardError {...failure} />;
    redirect(loginFor(new URL(paths.dashboard, env().APP_URL)));
  }
  const loaded = await loadDashboard(person, query).catch((error: unknown) => {
    log.error("dashboard.load", error);
    return null;
  });
  if (!loaded) return <DashboardError {...dashboardFailure("valid")} />;
  return <DashboardView {...loaded} />;
}
