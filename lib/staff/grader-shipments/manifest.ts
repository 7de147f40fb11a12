import { displayBatchId } from "@/lib/orders/batch-id";
import type { ShipmentPage } from "@/lib/staff/grader-shipments/grader-shipment";
import { csvRow } from "@/lib/staff/orders/csv";

/** A line of the list that goes with the box: its place, the batch, and the cards that were counted of it. */
export type ManifestLine = { place: number; batch: string; cards: number };

/** Returns the packing list of a shipment in the order its batches were added, without customers. */
export function manifestLines(members: ShipmentPage["members"]): ManifestLine[] {
  return members.map((member, at) => ({
    place: at + 1,
    batch: displayBatchId(member),
    cards: member.cards ?? 0,
  }));
}

/** Writes the list of a shipment as a CSV file, with the mark (U+FEFF) by which spreadsheets know UTF-8; its last row sums up. */
export function manifestCsv({ shipment, members }: Pick<ShipmentPage, "shipment" | "members">): string {
  const rows = manifestLines(members).map(({ place, batch, cards }) =>
    csvRow([place, batch, cards, shipment.grader, shipment.submission_number]),
  );
  const heading = csvRow(["No.", "Batch ID", "Cards", "Grader", "Submission number"]);
  return `\uFEFF${heading}${rows.join("")}${csvRow(["Total", shipment.batches, shipment.cards, null, null])}`;
}

/** Names the file of a shipment's list: shipment-12-manifest.csv. */
export function manifestFileName(shipmentId: number): string {
  return `shipment-${shipmentId}-manifest.csv`;
}
