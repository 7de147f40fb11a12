import type { Metadata } from "next";
import { ReceivingScreen } from "@/components/staff/desk/receiving-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { one, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { getReceivingDesk } from "@/lib/staff/desk/data";
import { loadForStaff, loadTabsRole } from "@/lib/staff/loaders";
import { readSearch } from "@/lib/staff/orders/list-query";

export const metadata: Metadata = { title: "Receiving desk" };

/** Serves the receiving desk; `?code=` is what was scanned before the page's script listened, or what a link names. */
export default async function AdminReceivePage({ searchParams }: { searchParams: Promise<Query> }) {
  const code = readSearch(one((await searchParams).code));
  const loaded = await loadForStaff(staffPaths.receive, (token) => getReceivingDesk(token, code || null));
  if (!loaded)
    return (
      <StaffFailed
        staffRole={await loadTabsRole()}
        title="Receiving desk"
        message="Failed to look this batch up"
      />
    );
  return <ReceivingScreen key={code} desk={loaded.data} code={code} />;
}
