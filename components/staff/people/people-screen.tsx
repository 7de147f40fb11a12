import { AddMemberForm, RemoveMember } from "@/components/staff/people/member-actions";
import { Panel, StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import type { Member, People } from "@/lib/staff/people/people";

export function PeopleScreen({ me, staff_role: role, people }: People) {
  return (
    <StaffFrame title="People" staffRole={role} lead="Who can see and change every order.">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel
          title="Staff"
          description="Owners can add and remove staff."
          aside={
            <a className="link text-sm" href={`${staffPaths.activity}?kind=people`}>
              Show changes
            </a>
          }
        >
          <ul className="divide-y divide-border text-sm">
            {people.map((member) => (
              <Row key={member.user_id} member={member} isMe={member.user_id === me} />
            ))}
          </ul>
        </Panel>
        <Panel title="Add staff" description="The person needs a confirmed account first.">
          <AddMemberForm />
        </Panel>
      </div>
    </StaffFrame>
  );
}

function Row({ member, isMe }: { member: Member; isMe: boolean }) {
  const email = member.email ?? "No email address";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {email}
          {isMe ? <span className="font-normal text-text-muted">(you)</span> : null}
          {member.role === "owner" ? <Badge tone="accent">Owner</Badge> : null}
        </p>
        <p className="text-text-muted">
          Since <Time at={member.created_at} show="local-date" />
        </p>
      </div>
      {isMe ? null : <RemoveMember userId={member.user_id} email={email} />}
    </li>
  );
}
