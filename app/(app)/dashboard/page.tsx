import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DashboardError } from "@/components/orders/dashboard-error";
import { DashboardView } from "@/components/orders/dashboard-view";
import { loadSession, requireUser } from "@/lib/auth/loaders";
import { log } from "@/lib/log";
import { dashboardMessages } from "@/lib/orders/dashboard-messages";
import { getDashboard } from "@/lib/orders/data";
import { dashboardQuerySchema } from "@/lib/orders/schema";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Dashboard" };

type DashboardPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function DashboardPage({ searchParams }: DashboardPageProps) {
  const session = await loadSession();
  if (session.state === "unreachable") return <DashboardError message={dashboardMessages.unverified} />;
  if (session.state === "unreadable" || session.state === "forged")
    return <DashboardError message={dashboardMessages.unreadable} />;
  const person = await requireUser(paths.dashboard);
  const { tab, after, id } = dashboardQuerySchema.parse(await searchParams);
  const cursor = after && id ? { submitted_at: after, id } : null;
  if (after && !id) redirect(paths.dashboard);
  const dashboard = await getDashboard(person.accessToken, cursor).catch((error: unknown) => {
    log.error("dashboard.load", error);
    return null;
  });
  if (!dashboard) return <DashboardError message={dashboardMessages.unavailable} />;
  return <DashboardView dashboard={dashboard} tab={tab} isFirstPage={cursor === null} />;
}
