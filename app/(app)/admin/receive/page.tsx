import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ReceivingScreen } from "@/components/staff/desk/receiving-screen";
import { firstValue, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { getReceivingDesk } from "@/lib/staff/desk/data";
import { readDeskCursor } from "@/lib/staff/desk/receiving-desk";
import { loadForStaff } from "@/lib/staff/loaders";
import { readSearch } from "@/lib/staff/orders/list-query";

export const metadata: Metadata = { title: "Receiving desk" };

export default async function AdminReceivePage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const code = readSearch(firstValue(query.code));
  const place = readDeskCursor(query);
  const loaded = await loadForStaff(staffPaths.receive, (token) =>
    getReceivingDesk(token, code || null, place),
  );
  if (!loaded) return staffFailure("Receiving desk", "We couldn't look up this batch.");
  return <ReceivingScreen key={code} desk={loaded.data} code={code} place={place} />;
}
