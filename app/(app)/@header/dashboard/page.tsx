import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import type { Query } from "@/lib/base/query";
import { loadDashboard } from "@/lib/orders/loaders";

/** Serves the header of /dashboard, where the person's role comes with the page's own rows. */
export default async function DashboardHeader({ searchParams }: { searchParams: Promise<Query> }) {
  const person = await loadPerson();
  // The page itself says what failed.
  const loaded = person && (await loadDashboard(person, await searchParams).catch(() => null));
  return <AppHeader email={person?.email ?? null} isStaff={Boolean(loaded?.dashboard.staff_role)} />;
}
