import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ShipmentsScreen } from "@/components/staff/grader-shipments/shipments-screen";
import { firstValue, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { shipmentIdSchema } from "@/lib/staff/grader-shipments/schema";
import { getGraderDesk } from "@/lib/staff/grader-shipments/shipments";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Grader shipments" };

export default async function AdminGraderPage({ searchParams }: { searchParams: Promise<Query> }) {
  const before = shipmentIdSchema.safeParse(firstValue((await searchParams).before)).data ?? null;
  const loaded = await loadForStaff(staffPaths.grader, (token) => getGraderDesk(token, before));
  if (!loaded) return staffFailure("Grader shipments", "We couldn't load the shipments.");
  return <ShipmentsScreen desk={loaded.data} isFirst={before === null} />;
}
