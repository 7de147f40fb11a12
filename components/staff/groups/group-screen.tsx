import { ActList } from "@/components/staff/acts/act-list";
import { PickList, ScanForm } from "@/components/staff/groups/add-batches";
import { MemberTable } from "@/components/staff/groups/member-table";
import { GroupNews, SeenGroup } from "@/components/staff/groups/seen-group";
import { CloseGroupForm, DiscardGroupButton, StepGroupForm } from "@/components/staff/groups/step-forms";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { batchCount, cardCount } from "@/lib/base/words";
import { groupStep } from "@/lib/staff/group-step";
import {
  cardsDiffer,
  type GraderGroup,
  type GroupPage,
  groupName,
  stepsAhead,
} from "@/lib/staff/groups/grader-group";

/** Shows a shipment: its next step, its batches, what can be undone, and while it's open, what can be added. */
export function GroupScreen({ page }: { page: GroupPage }) {
  const { group, members, acts, ready, staff_role: role } = page;
  const { label, tone } = groupStep(group.step);
  const difference = cardsDiffer(group);
  // Only actions of the current step can be undone. Later steps come first.
  const undoable = acts.filter((act) => act.group_step === group.step);
  return (
    <SeenGroup key={group.id} version={group.version}>
      <StaffFrame
        title={groupName(group.id)}
        parent={{ href: staffPaths.grader, label: "Grader shipments" }}
        staffRole={role}
        lead={
          <>
            {batchCount(group.batches)}, {cardCount(group.cards)} for{" "}
            <span translate="no">{group.grader}</span>
          </>
        }
        aside={<Badge tone={tone}>{label}</Badge>}
      >
        <GroupNews />
        {difference ? <Alert tone="warning" title={`Card counts differ: ${difference}`} /> : null}
        <div className="grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
          <div className="space-y-6">
            {group.step === "open" ? (
              <>
                <Card className="sm:p-6">
                  <CardHeader title="Add batches" description="Scan one label after another." />
                  <ScanForm groupId={group.id} />
                </Card>
                {members.length > 0 ? (
                  <Card className="sm:p-6">
                    <CardHeader
                      title="Close shipment"
                      description="Every batch gets the submission number."
                    />
                    <CloseGroupForm group={group} />
                  </Card>
                ) : (
                  <DiscardGroupButton groupId={group.id} />
                )}
              </>
            ) : null}
            {stepsAhead(group.step).length > 0 ? (
              <Card className="sm:p-6">
                <CardHeader title="Next step" description="Updates every batch. Customers see it." />
                <StepGroupForm group={group} />
              </Card>
            ) : null}
            {group.step === "back" ? (
              <Alert tone="success" title="The cards are back">
                <a className="link" href={staffPaths.returns}>
                  Ship them back
                </a>
              </Alert>
            ) : null}
          </div>
          <GroupCard group={group} />
        </div>
        {members.length > 0 ? (
          <section className="space-y-3">
            <h2 className="text-lg font-semibold">Batches in this shipment</h2>
            <MemberTable group={group} members={members} />
          </section>
        ) : null}
        {undoable.length > 0 ? (
          <section className="space-y-3">
            <h2 className="text-lg font-semibold">Recent</h2>
            <Card>
              <ActList acts={undoable} hasBatches />
            </Card>
          </section>
        ) : null}
        {group.step === "open" ? <PickList groupId={group.id} ready={ready} /> : null}
      </StaffFrame>
    </SeenGroup>
  );
}

function GroupCard({ group }: { group: GraderGroup }) {
  const facts: [string, React.ReactNode][] = [["Submission number", group.submission_number ?? "–"]];
  if (group.declared_cards !== null)
    facts.push(["Cards declared", group.declared_cards.toLocaleString("en-US")]);
  if (group.shipped_at) facts.push(["Sent", <Time key="sent" at={group.shipped_at} show="local" />]);
  if (group.oldest_promise)
    facts.push(["First due back", <Time key="promise" at={group.oldest_promise} show="short-date" />]);
  if (group.back_at) facts.push(["Back", <Time key="back" at={group.back_at} show="local" />]);
  if (group.returned_cards !== null)
    facts.push(["Cards returned", group.returned_cards.toLocaleString("en-US")]);
  facts.push([
    "Started",
    <span key="started">
      <Time at={group.opened_at} show="local" /> by {group.opened_by_email ?? "staff"}
    </span>,
  ]);
  return (
    <Card className="sm:p-6">
      <CardHeader title="Details" />
      <FactList facts={facts} />
      {group.batches > 0 ? (
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink variant="secondary" size="sm" href={staffPaths.manifest(group.id)}>
            Print manifest
          </ButtonLink>
          <ButtonLink
            variant="secondary"
            size="sm"
            href={staffApiPaths.groupManifest(String(group.id))}
            download
          >
            Download manifest CSV
          </ButtonLink>
        </div>
      ) : null}
    </Card>
  );
}
