import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ReturnsScreen } from "@/components/staff/returns/returns-screen";
import { firstValue, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff } from "@/lib/staff/loaders";
import { readSearch } from "@/lib/staff/orders/list-query";
import { getReturnDesk } from "@/lib/staff/returns/returns";

export const metadata: Metadata = { title: "Returns" };

export default async function AdminReturnsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const code = readSearch(firstValue((await searchParams).code));
  const loaded = await loadForStaff(staffPaths.returns, (token) => getReturnDesk(token, code || null));
  if (!loaded) return staffFailure("Returns", "We couldn't look up this batch.");
  return <ReturnsScreen desk={loaded.data} code={code} />;
}
