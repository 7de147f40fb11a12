import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ShipmentScreen } from "@/components/staff/grader-shipments/shipment-screen";
import { staffPaths } from "@/lib/base/staff-paths";
import { shipmentIdSchema } from "@/lib/staff/grader-shipments/schema";
import { getGraderShipment } from "@/lib/staff/grader-shipments/shipments";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Grader shipment" };

export default async function AdminShipmentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { data: shipmentId } = shipmentIdSchema.safeParse(id);
  const loaded = await loadForStaff(staffPaths.shipment(id), async (token) =>
    shipmentId ? getGraderShipment(token, shipmentId) : null,
  );
  if (!loaded) return staffFailure("Grader shipment", "We couldn't load this shipment.");
  if (!loaded.data) notFound();
  return <ShipmentScreen page={loaded.data} />;
}
