import { staffFailure } from "@/app/(app)/admin/not-found";

export default function ShipmentNotFound() {
  return staffFailure("Grader shipment", "We couldn't find this shipment.");
}
