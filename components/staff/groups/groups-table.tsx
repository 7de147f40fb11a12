import { Badge } from "@/components/ui/badge";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { groupStep } from "@/lib/staff/group-step";
import { cardsDiffer, type GraderGroup, groupName } from "@/lib/staff/groups/grader-group";

type GroupsTableProps = {
  groups: GraderGroup[];
  caption: string;
  /** What it says instead of an empty table. */
  none: string;
};

/** Shows groups, one a line: number, grader, batches, cards, when it was sent, where it stands, the oldest promise in it. */
export function GroupsTable({ groups, caption, none }: GroupsTableProps) {
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
