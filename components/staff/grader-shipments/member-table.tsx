import { BatchId } from "@/components/orders/batch-id";
import { CardsCell } from "@/components/orders/order-cells";
import { TakeOutButton } from "@/components/staff/grader-shipments/take-out-button";
import { StaffSubmissionBadge } from "@/components/staff/order-badges";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  differsFromShipment,
  type GraderShipment,
  graderRefusalTexts,
  leaveOutText,
  type ShipmentMember,
} from "@/lib/staff/grader-shipments/grader-shipment";

export function MemberTable({ shipment, members }: { shipment: GraderShipment; members: ShipmentMember[] }) {
  const canLeave = shipment.step !== "graded" && shipment.step !== "back";
  return (
    <Table caption="Batches in this shipment" isStacked>
      <thead>
        <tr>
          <HeadCell>Batch</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell className="text-right">Cards</HeadCell>
          <HeadCell>Shelf</HeadCell>
          <HeadCell>Due back</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell>
            <span className="sr-only">Remove</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <Cell place="head">
              <BatchId
                name={displayBatchId(member)}
                href={staffPaths.order(member.id)}
                className="font-medium"
              />
              <Problem shipment={shipment} member={member} />
            </Cell>
            <Cell label="Customer" isPlain place="line" className="wrap-anywhere">
              {member.customer_name ?? member.email ?? "Guest"}
            </Cell>
            <CardsCell count={member.cards ?? 0} />
            <Cell label="Shelf" className="wrap-anywhere">
              {member.shelf_location ?? "–"}
            </Cell>
            <Cell label="Due back" className="whitespace-nowrap">
              {member.promised_to ? <Time at={member.promised_to} show="short-date" /> : "–"}
            </Cell>
            <Cell label="Status" isPlain>
              <StaffSubmissionBadge status={member.submission_status} />
            </Cell>
            <Cell place="end">
              {canLeave ? (
                <TakeOutButton
                  shipmentId={shipment.id}
                  orderId={member.id}
                  name={displayBatchId(member)}
                  hasLeft={shipment.step !== "open" && shipment.step !== "closed"}
                />
              ) : null}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Shows what to fix before closing, which cards to leave out, or what someone changed by hand. */
function Problem({ shipment, member }: { shipment: GraderShipment; member: ShipmentMember }) {
  const problem = problemText(shipment, member);
  if (problem) return <p className="text-xs font-medium text-danger">{problem}</p>;
  const isHere = shipment.step === "open" || shipment.step === "closed";
  const leaveOut = isHere ? leaveOutText(member) : null;
  return leaveOut ? <p className="text-xs font-medium">{leaveOut}</p> : null;
}

function problemText(shipment: GraderShipment, member: ShipmentMember): string | null {
  const { refusal } = member;
  // It passed the check when the shipment closed, so only its status is ahead.
  if (shipment.step === "closed" && refusal === "sent_before")
    return "Already shipped. Its status is ahead of the shipment's.";
  if ((shipment.step === "open" || shipment.step === "closed") && refusal)
    return `Can't ship. ${graderRefusalTexts[refusal]}`;
  return differsFromShipment(member, shipment)
    ? "Its status or submission number doesn't match the shipment's."
    : null;
}
