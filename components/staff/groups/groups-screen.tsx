import { OpenGroupForm } from "@/components/staff/groups/open-group-form";
import { ReadyTable } from "@/components/staff/ready-table";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { business } from "@/lib/base/business";
import { graderNames } from "@/lib/base/grader-lookup";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { batchCount, cardCount } from "@/lib/base/words";
import { groupStep } from "@/lib/staff/group-step";
import { cardsDiffer, type GraderDesk, type GraderGroup, groupName } from "@/lib/staff/groups/grader-group";
import { countWords } from "@/lib/staff/labels";
import { listQueryString } from "@/lib/staff/orders/list-query";

type GroupsScreenProps = {
  desk: GraderDesk;
  /** On the first page of returned shipments. */
  isFirst: boolean;
};

/** Shows what is ready for the grader, how to start a shipment, and all shipments. */
export function GroupsScreen({ desk, isFirst }: GroupsScreenProps) {
  const { live, back, next_before: next, ready, outside, staff_role: role } = desk;
  const graders = graderNames(business.graders);
  const last = live[0] ?? back[0];
  return (
    <StaffFrame title={readyWords(desk)} staffRole={role} lead={leadWords(desk)}>
      <OpenGroupForm grader={last?.grader ?? graders[0] ?? ""} graders={graders} />
      <ReadyTable to="send" orders={ready} />
      {live.length > 0 || outside.count > 0 || outside.is_more ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Shipments in progress</h2>
          <GroupsTable groups={live} caption="Shipments in progress, newest first" />
          <OutsideGroups {...outside} />
        </section>
      ) : null}
      {back.length > 0 || !isFirst ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Returned shipments</h2>
          <GroupsTable groups={back} caption="Returned shipments, newest first" />
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

function readyWords(desk: GraderDesk): string {
  const { ready, ready_total: total } = desk;
  if (total.count === 0) return "Nothing is ready for the grader";
  if (!hasAll(desk)) return `${countWords(total)} batches are ready`;
  const cards = ready.reduce((sum, order) => sum + (order.received_count ?? order.num_cards), 0);
  return `${cardCount(cards)} in ${batchCount(total.count)} ${cards === 1 ? "is" : "are"} ready`;
}

function leadWords(desk: GraderDesk): string {
  if (desk.ready_total.count === 0) return "Batches appear here once they're paid and counted.";
  const shown = hasAll(desk) ? "" : ` Showing ${desk.ready.length}.`;
  return `Paid, counted, nothing open. Oldest first.${shown}`;
}

/** Shows how much is at the grader outside of any shipment; nothing for none. */
function OutsideGroups(outside: GraderDesk["outside"]) {
  if (outside.count === 0 && !outside.is_more) return null;
  return (
    <p className="text-sm">
      {outsideWords(outside)}{" "}
      <a className="link" href={staffPaths.orders + listQueryString({ view: "at_grader" })}>
        Show all at the grader
      </a>
    </p>
  );
}

/** With `is_more`, not all batches were checked, or there are too many to count. */
function outsideWords({ count, is_more: isMore, cards }: GraderDesk["outside"]): string {
  const where = "at the grader but not in a shipment.";
  if (count === 0) return `None of the batches we checked is ${where}`;
  if (isMore) return `${countWords({ count, is_more: isMore })} batches are ${where}`;
  return `${batchCount(count)} (${cardCount(cards)}) ${count === 1 ? "is" : "are"} ${where}`;
}

type GroupsTableProps = {
  groups: GraderGroup[];
  caption: string;
};

function GroupsTable({ groups, caption }: GroupsTableProps) {
  if (groups.length === 0) return null;
  return (
    <Table caption={caption} isStacked>
      <HeadRow
        columns={["Shipment", "Number", "Grader", "Batches", "Cards", "Sent", "Step", "First due back"]}
        figures={["Batches", "Cards"]}
      />
      <tbody>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </tbody>
    </Table>
  );
}

function GroupRow({ group }: { group: GraderGroup }) {
  const { label, tone } = groupStep(group.step);
  const difference = cardsDiffer(group);
  return (
    <tr className="transition-colors hover:bg-surface-sunken/60">
      <Cell place="head">
        <a className="link font-medium" href={staffPaths.group(group.id)}>
          {groupName(group.id)}
        </a>
      </Cell>
      <Cell label="Number" className="wrap-anywhere">
        {group.submission_number ?? "–"}
      </Cell>
      <Cell label="Grader" className="wrap-anywhere">
        {group.grader}
      </Cell>
      <Cell label="Batches" className="figure">
        {group.batches.toLocaleString("en-US")}
      </Cell>
      <Cell label="Cards" className="figure">
        {group.cards.toLocaleString("en-US")}
        {difference ? <span className="block text-xs font-medium text-danger">{difference}</span> : null}
      </Cell>
      <Cell label="Sent" className="whitespace-nowrap">
        {group.shipped_at ? <Time at={group.shipped_at} show="local-date" /> : "–"}
      </Cell>
      <Cell label="Step" isPlain place="end">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell label="First due back" className="whitespace-nowrap">
        {group.oldest_promise ? <Time at={group.oldest_promise} show="short-date" /> : "–"}
      </Cell>
    </tr>
  );
}
