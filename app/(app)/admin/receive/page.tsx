import type { Metadata } from "next";
import { ReceivingScreen } from "@/components/staff/desk/receiving-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { paths } from "@/lib/base/paths";
import { one, type Query } from "@/lib/base/query";
import { getReceivingDesk } from "@/lib/staff/desk/data";
import { loadForStaff } from "@/lib/staff/loaders";
import { readSearch } from "@/lib/staff/orders/list-query";

export const metadata: Metadata = { title: "Receiving desk" };

/** Serves the receiving desk: `?code=` is what was scanned, `?package=` the package whose batch is being looked for. */
export default async function AdminReceivePage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const code = readSearch(one(query.code));
  const loaded = await loadForStaff(paths.adminReceive, (token) => getReceivingDesk(token, code || null));
  if (!loaded) return <StaffFailed title="Receiving desk" message="Failed to look this batch up" />;
  const { packages } = loaded.data;
  const matching = packages.find(({ id }) => id === one(query.package)) ?? null;
  return <ReceivingScreen desk={loaded.data} code={code} matching={matching} />;
}
