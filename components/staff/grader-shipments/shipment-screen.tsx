import { BatchId } from "@/components/orders/batch-id";
import { CardsCell } from "@/components/orders/order-cells";
import { StaffSubmissionBadge } from "@/components/staff/batch-facts";
import { PickList, ScanForm } from "@/components/staff/grader-shipments/add-batches";
import {
  SeenShipment,
  ShipmentConflict,
  TakeOutButton,
} from "@/components/staff/grader-shipments/seen-shipment";
import {
  CloseShipmentForm,
  DiscardShipmentButton,
  StepShipmentForm,
} from "@/components/staff/grader-shipments/step-forms";
import { RecentActions } from "@/components/staff/staff-actions/action-list";
import { Panel, StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { FactList } from "@/components/ui/fact-list";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { batchCount, cardCount } from "@/lib/base/messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import {
  cardsDiffer,
  differsFromShipment,
  type GraderShipment,
  graderRefusalTexts,
  leaveOutText,
  type ShipmentMember,
  type ShipmentPage,
  shipmentName,
  stepsAhead,
} from "@/lib/staff/grader-shipments/grader-shipment";
import { shipmentSteps } from "@/lib/staff/shipment-step";

export function ShipmentScreen({ page }: { page: ShipmentPage }) {
  const { shipment, members, actions, ready, staff_role: role } = page;
  const { label, tone } = shipmentSteps[shipment.step];
  const difference = cardsDiffer(shipment);
  // Only actions of the current step can be undone. Later steps have to be undone first.
  const undoable = actions.filter((action) => action.group_step === shipment.step);
  return (
    <SeenShipment key={shipment.id} version={shipment.version}>
      <StaffFrame
        title={shipmentName(shipment.id)}
        parent={{ href: staffPaths.grader, label: "Grader shipments" }}
        staffRole={role}
        lead={
          <>
            {batchCount(shipment.batches)}, {cardCount(shipment.cards)} for{" "}
            <span translate="no">{shipment.grader}</span>
          </>
        }
        aside={<Badge tone={tone}>{label}</Badge>}
      >
        <ShipmentConflict />
        {difference ? <Alert tone="warning" title={`Card counts differ: ${difference}`} /> : null}
        <div className="grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
          <div className="space-y-6">
            {shipment.step === "open" ? (
              <>
                <Panel title="Add batches" description="Scan one label after another.">
                  <ScanForm shipmentId={shipment.id} />
                </Panel>
                {members.length > 0 ? (
                  <Panel title="Close shipment" description="Every batch gets the submission number.">
                    <CloseShipmentForm shipment={shipment} />
                  </Panel>
                ) : (
                  <DiscardShipmentButton shipmentId={shipment.id} />
                )}
              </>
            ) : null}
            {stepsAhead(shipment.step).length > 0 ? (
              <Panel title="Next step" description="Updates every batch. Customers see the new status.">
                <StepShipmentForm shipment={shipment} />
              </Panel>
            ) : null}
            {shipment.step === "back" ? (
              <Alert tone="success" title="The cards are back from the grader">
                <a className="link" href={staffPaths.returns}>
                  Ship them back to customers
                </a>
              </Alert>
            ) : null}
          </div>
          <ShipmentCard shipment={shipment} />
        </div>
        {members.length > 0 ? (
          <section className="space-y-3">
            <h2 className="text-lg font-semibold">Batches in this shipment</h2>
            <MemberTable shipment={shipment} members={members} />
          </section>
        ) : null}
        <RecentActions actions={undoable} />
        {shipment.step === "open" ? <PickList shipmentId={shipment.id} ready={ready} /> : null}
      </StaffFrame>
    </SeenShipment>
  );
}

function ShipmentCard({ shipment }: { shipment: GraderShipment }) {
  const facts: [string, React.ReactNode][] = [["Submission number", shipment.submission_number ?? "–"]];
  if (shipment.declared_cards !== null)
    facts.push(["Cards declared", shipment.declared_cards.toLocaleString("en-US")]);
  if (shipment.shipped_at) facts.push(["Sent", <Time key="sent" at={shipment.shipped_at} show="local" />]);
  if (shipment.oldest_promise)
    facts.push(["Earliest due date", <Time key="promise" at={shipment.oldest_promise} show="short-date" />]);
  if (shipment.back_at)
    facts.push(["Back from grader", <Time key="back" at={shipment.back_at} show="local" />]);
  if (shipment.returned_cards !== null)
    facts.push(["Cards returned", shipment.returned_cards.toLocaleString("en-US")]);
  facts.push([
    "Started",
    <span key="started">
      <Time at={shipment.opened_at} show="local" /> by {shipment.opened_by_email ?? "staff"}
    </span>,
  ]);
  return (
    <Panel title="Details">
      <FactList facts={facts} />
      {shipment.batches > 0 ? (
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink variant="secondary" size="sm" href={staffPaths.manifest(shipment.id)}>
            Print manifest
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            size="sm"
            href={staffApiPaths.shipmentManifest(String(shipment.id))}
            download
          >
            Download manifest CSV
          </ButtonLink>
        </div>
      ) : null}
    </Panel>
  );
}

function MemberTable({ shipment, members }: { shipment: GraderShipment; members: ShipmentMember[] }) {
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

/** Shows what to fix before closing the shipment, which cards to leave out, or what was changed by hand. */
function Problem({ shipment, member }: { shipment: GraderShipment; member: ShipmentMember }) {
  const problem = problemText(shipment, member);
  if (problem) return <p className="text-xs font-medium text-danger">{problem}</p>;
  const isHere = shipment.step === "open" || shipment.step === "closed";
  const leaveOut = isHere ? leaveOutText(member) : null;
  return leaveOut ? <p className="text-xs font-medium">{leaveOut}</p> : null;
}

function problemText(shipment: GraderShipment, member: ShipmentMember): string | null {
  const { refusal } = member;
  // The batch passed the check when the shipment closed, so only its status is ahead.
  if (shipment.step === "closed" && refusal === "sent_before")
    return "Already shipped. Its status is ahead of the shipment's.";
  if ((shipment.step === "open" || shipment.step === "closed") && refusal)
    return `Can't ship. ${graderRefusalTexts[refusal]}`;
  return differsFromShipment(member, shipment)
    ? "Its status or submission number doesn't match the shipment's."
    : null;
}
