import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ReturnsScreen } from "@/components/staff/returns/returns-screen";
import { one, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff } from "@/lib/staff/loaders";
import { readSearch } from "@/lib/staff/orders/list-query";
import { getReturnDesk } from "@/lib/staff/returns/data";

export const metadata: Metadata = { title: "Back to the owner" };

/** Shows the return desk. `?code=` is the scanned batch. */
export default async function AdminReturnsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const code = readSearch(one((await searchParams).code));
  const loaded = await loadForStaff(staffPaths.returns, (token) => getReturnDesk(token, code || null));
  if (!loaded) return staffFailure("Back to the owner", "Failed to look this batch up");
  return <ReturnsScreen desk={loaded.data} code={code} />;
}
