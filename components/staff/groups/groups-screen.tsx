import { OpenGroupForm } from "@/components/staff/groups/open-group-form";
import { ReadyTable } from "@/components/staff/ready-table";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { business } from "@/lib/base/business";
import { graderNames } from "@/lib/base/grader-lookup";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount } from "@/lib/base/words";
import { groupStep } from "@/lib/staff/group-step";
import {
  batchCount,
  cardsDiffer,
  type GraderDesk,
  type GraderGroup,
  groupName,
} from "@/lib/staff/groups/grader-group";
import { countWords } from "@/lib/staff/labels";
import { listQueryString } from "@/lib/staff/orders/list-query";

type GroupsScreenProps = {
  desk: GraderDesk;
  /** The first page of the groups that are back. */
  isFirst: boolean;
};

/** Shows the groups in which batches go to the grader, and what is ready for one. */
export function GroupsScreen({ desk, isFirst }: GroupsScreenProps) {
  const { live, back, next_before: next, ready, ready_total: total, outside, staff_role: role } = desk;
  const last = live[0] ?? back[0];
  return (
    <StaffFrame
      title="Out to the grader"
      staffRole={role}
      lead="Put batches into a group, close it with the grader's number, and move it on as one."
    >
      <Card className="max-w-2xl sm:p-6">
        <CardHeader title="Begin a group" />
        <OpenGroupForm grader={last?.grader ?? ""} graders={graderNames(business.graders)} />
      </Card>
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Groups not back yet</h2>
        <GroupsTable
          groups={live}
          caption="Groups not back yet, newest first"
          none="None. Begin one above."
        />
        <OutsideGroups {...outside} />
      </section>
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Ready to send: {countWords(total)}</h2>
        <p className="text-sm text-text-muted">
          Paid, counted, no open question. Longest here first
          {ready.length < total.count || total.is_more ? `; ${ready.length} are shown` : ""}.
        </p>
        <ReadyTable to="send" orders={ready} />
      </section>
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Groups that are back</h2>
        <GroupsTable groups={back} caption="Groups that are back, newest first" none="None yet." />
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
    </StaffFrame>
  );
}

/** Counts what is at the grader in no group; nothing where all is in groups. */
function OutsideGroups(outside: GraderDesk["outside"]) {
  if (outside.count === 0 && !outside.is_more) return null;
  return (
    <p className="text-sm">
      {outsideWords(outside)}{" "}
      <a className="link" href={staffPaths.orders + listQueryString({ view: "at_grader" })}>
        All at the grader
      </a>
    </p>
  );
}

/** With `is_more` not all at the grader were looked at, or there are too many to count. */
function outsideWords({ count, is_more: isMore, cards }: GraderDesk["outside"]): string {
  const where = "at the grader outside a group.";
  if (count === 0) return `Of those looked at, no batch is ${where}`;
  if (isMore) return `${countWords({ count, is_more: isMore })} batches are ${where}`;
  return `${batchCount(count)}, ${cardCount(cards)}, ${count === 1 ? "is" : "are"} ${where}`;
}

type GroupsTableProps = {
  groups: GraderGroup[];
  caption: string;
  /** What it says instead of an empty table. */
  none: string;
};

/** Shows groups, one a line: number, grader, batches, cards, when it was sent, where it stands, the oldest promise in it. */
function GroupsTable({ groups, caption, none }: GroupsTableProps) {
  if (groups.length === 0) return <p className="text-text-muted">{none}</p>;
  return (
    <Table caption={caption} isStacked>
      <HeadRow
        columns={["Group", "Number", "Grader", "Batches", "Cards", "Sent", "Step", "Oldest promise"]}
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
        {group.submission_number ?? "—"}
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
        {group.shipped_at ? <Time at={group.shipped_at} /> : "—"}
      </Cell>
      <Cell label="Step" isPlain place="end">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell label="Oldest promise" className="whitespace-nowrap">
        {group.oldest_promise ? <Time at={group.oldest_promise} /> : "—"}
      </Cell>
    </tr>
  );
}
