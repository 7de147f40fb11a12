import { OpenShipmentForm } from "@/components/staff/grader-shipments/open-shipment-form";
import { ReadyTable } from "@/components/staff/ready-table";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { business } from "@/lib/base/business";
import { graderNames } from "@/lib/base/grader-lookup";
import { batchCount, cardCount } from "@/lib/base/messages";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import {
  cardsDiffer,
  type GraderDesk,
  type GraderShipment,
  shipmentName,
} from "@/lib/staff/grader-shipments/grader-shipment";
import { countText } from "@/lib/staff/labels";
import { listQueryString } from "@/lib/staff/orders/list-query";
import { shipmentSteps } from "@/lib/staff/shipment-step";

type ShipmentsScreenProps = {
  desk: GraderDesk;
  /** True on the first page of returned shipments. */
  isFirst: boolean;
};

export function ShipmentsScreen({ desk, isFirst }: ShipmentsScreenProps) {
  const { live, back, next_before: next, ready, outside, staff_role: role } = desk;
  const graders = graderNames(business.graders);
  const last = live[0] ?? back[0];
  return (
    <StaffFrame title={readyText(desk)} staffRole={role} lead={leadText(desk)}>
      <OpenShipmentForm grader={last?.grader ?? graders[0] ?? ""} graders={graders} />
      <ReadyTable to="send" orders={ready} />
      {live.length > 0 || outside.count > 0 || outside.is_more ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Shipments in progress</h2>
          <ShipmentsTable shipments={live} caption="Shipments in progress, newest first" />
          <OutsideShipments {...outside} />
        </section>
      ) : null}
      {back.length > 0 || !isFirst ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Returned shipments</h2>
          <ShipmentsTable shipments={back} caption="Returned shipments, newest first" />
          <div className="flex flex-wrap gap-3">
            {isFirst ? null : (
              <ButtonLink variant="secondary" href={staffPaths.grader}>
                Newest
              </ButtonLink>
            )}
            {next === null ? null : (
              <ButtonLink variant="secondary" href={withQuery(staffPaths.grader, { before: String(next) })}>
                Older
              </ButtonLink>
            )}
          </div>
        </section>
      ) : null}
    </StaffFrame>
  );
}

function hasAll({ ready, ready_total: total }: GraderDesk): boolean {
  return !total.is_more && ready.length >= total.count;
}

function readyText(desk: GraderDesk): string {
  const { ready, ready_total: total } = desk;
  if (total.count === 0) return "Nothing is ready for the grader";
  if (!hasAll(desk)) return `${countText(total)} batches are ready`;
  const cards = ready.reduce((sum, order) => sum + (order.received_count ?? order.num_cards), 0);
  return `${cardCount(cards)} in ${batchCount(total.count)} ${cards === 1 ? "is" : "are"} ready`;
}

function leadText(desk: GraderDesk): string {
  if (desk.ready_total.count === 0) return "Batches appear here once they're paid and counted.";
  const shown = hasAll(desk) ? "" : ` Showing the first ${desk.ready.length}.`;
  return `Paid and counted, with nothing left to resolve. Oldest first.${shown}`;
}

/** Shows how many batches are at the grader outside of any shipment. Renders nothing for none. */
function OutsideShipments(outside: GraderDesk["outside"]) {
  if (outside.count === 0 && !outside.is_more) return null;
  return (
    <p className="text-sm">
      {outsideText(outside)}{" "}
      <a className="link" href={staffPaths.orders + listQueryString({ view: "at_grader" })}>
        Show all at the grader
      </a>
    </p>
  );
}

/** `is_more` means that not all batches were checked, or that there are too many to count. */
function outsideText({ count, is_more: isMore, cards }: GraderDesk["outside"]): string {
  if (count === 0) return "We haven't found a batch outside a shipment so far.";
  const where = "at the grader but not in a shipment.";
  if (isMore) return `${countText({ count, is_more: isMore })} batches are ${where}`;
  return `${batchCount(count)} (${cardCount(cards)}) ${count === 1 ? "is" : "are"} ${where}`;
}

function ShipmentsTable({ shipments, caption }: { shipments: GraderShipment[]; caption: string }) {
  if (shipments.length === 0) return null;
  return (
    <Table caption={caption} isStacked>
      <HeadRow
        columns={[
          "Shipment",
          "Submission number",
          "Grader",
          "Batches",
          "Cards",
          "Sent",
          "Step",
          "Earliest due date",
        ]}
        figures={["Batches", "Cards"]}
      />
      <tbody>
        {shipments.map((shipment) => (
          <ShipmentRow key={shipment.id} shipment={shipment} />
        ))}
      </tbody>
    </Table>
  );
}

function ShipmentRow({ shipment }: { shipment: GraderShipment }) {
  const { label, tone } = shipmentSteps[shipment.step];
  const difference = cardsDiffer(shipment);
  return (
    <tr className="transition-colors hover:bg-surface-sunken/60">
      <Cell place="head">
        <a className="link font-medium" href={staffPaths.shipment(shipment.id)}>
          {shipmentName(shipment.id)}
        </a>
      </Cell>
      <Cell label="Submission number" className="wrap-anywhere">
        {shipment.submission_number ?? "–"}
      </Cell>
      <Cell label="Grader" className="wrap-anywhere">
        {shipment.grader}
      </Cell>
      <Cell label="Batches" className="figure">
        {shipment.batches.toLocaleString("en-US")}
      </Cell>
      <Cell label="Cards" className="figure">
        {shipment.cards.toLocaleString("en-US")}
        {difference ? <span className="block text-xs font-medium text-danger">{difference}</span> : null}
      </Cell>
      <Cell label="Sent" className="whitespace-nowrap">
        {shipment.shipped_at ? <Time at={shipment.shipped_at} show="local-date" /> : "–"}
      </Cell>
      <Cell label="Step" isPlain place="end">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell label="Earliest due date" className="whitespace-nowrap">
        {shipment.oldest_promise ? <Time at={shipment.oldest_promise} show="short-date" /> : "–"}
      </Cell>
    </tr>
  );
}
