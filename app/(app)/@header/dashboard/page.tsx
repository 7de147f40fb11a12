import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import type { Query } from "@/lib/base/query";
import { loadDashboard } from "@/lib/orders/loaders";

/** Takes the role from the query that the page runs anyway. */
export default async function DashboardHeader({ searchParams }: { searchParams: Promise<Query> }) {
  const person = await loadPerson();
  const loaded = person && (await loadDashboard(person, await searchParams).catch(() => null));
  return <AppHeader email={person?.email ?? null} isStaff={Boolean(loaded?.dashboard.staff_role)} />;
}
