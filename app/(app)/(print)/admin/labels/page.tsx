import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { LabelsPrint } from "@/components/staff/print-pages";
import { firstValue, type Query } from "@/lib/base/query";
import { printQuerySchema } from "@/lib/orders/print/schema";
import { loadForStaff } from "@/lib/staff/loaders";
import { getOrders } from "@/lib/staff/orders/data";
import { labelSheet, labelsHref, MAX_LABELS } from "@/lib/staff/orders/label-sheet";
import { readPickedOrders } from "@/lib/staff/orders/list-query";

export const metadata: Metadata = { title: "Labels" };

export default async function AdminLabelsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const asked = readPickedOrders(firstValue(query.orders));
  const loaded = await loadForStaff(labelsHref(asked), (accessToken) =>
    getOrders(accessToken, asked.slice(0, MAX_LABELS)),
  );
  if (!loaded) return staffFailure("Labels", "Failed to fetch orders");
  // Label printers use 4×6 stock.
  const { size } = printQuerySchema.parse({ size: "4x6", ...query });
  return <LabelsPrint sheet={labelSheet(asked, loaded.data)} asked={asked} size={size} />;
}
