import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ManifestPrint } from "@/components/staff/print-pages";
import { firstValue, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { shipmentIdSchema } from "@/lib/staff/grader-shipments/schema";
import { getGraderShipment } from "@/lib/staff/grader-shipments/shipments";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Manifest" };

type ManifestPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

export default async function AdminManifestPage({ params, searchParams }: ManifestPageProps) {
  const { id } = await params;
  const { data: shipmentId } = shipmentIdSchema.safeParse(id);
  const loaded = await loadForStaff(staffPaths.manifest(id), async (token) =>
    shipmentId ? getGraderShipment(token, shipmentId) : null,
  );
  if (!loaded) return staffFailure("Manifest", "We couldn't load this shipment.");
  if (!loaded.data) notFound();
  return (
    <ManifestPrint
      page={loaded.data}
      size={firstValue((await searchParams).size) === "a4" ? "a4" : "letter"}
    />
  );
}
