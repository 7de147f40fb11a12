import { AddMemberForm } from "@/components/staff/people/member-actions";
import { MemberRow } from "@/components/staff/people/member-row";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { Time } from "@/components/ui/time";
import { isOwner } from "@/lib/auth/session-context";
import { staffPaths } from "@/lib/base/staff-paths";
import { peopleEventWords } from "@/lib/staff/people/people-event";
import type { People } from "@/lib/staff/people/schema";
import { doerWords } from "@/lib/staff/words";

/** Shows who is staff and with which rights, the ways to change that which the viewer has, and what was changed before. */
export function PeopleScreen({ me, staff_role: role, people, events }: People) {
  const emails = new Map(people.map(({ user_id: id, email }) => [id, email]));
  const mine = people.find(({ user_id: id }) => id === me);
  return (
    <StaffFrame
      title="People"
      staffRole={role}
      lead="Who may see and change every order, and what else each may do."
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="sm:p-6">
          <CardHeader
            title="Staff"
            description={
              isOwner(role)
                ? "Owners have every right, and change those of others."
                : "Only an owner changes what somebody may do."
            }
          />
          <ul className="divide-y divide-border text-sm">
            {people.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                isMe={member.user_id === me}
                mayChangeRights={isOwner(role)}
                mayHandOver={mine?.is_main ?? false}
              />
            ))}
          </ul>
        </Card>
        <div className="space-y-6">
          <Card className="sm:p-6">
            <CardHeader
              title="Add somebody"
              description="The person signs up and confirms the address first, and begins with the rights to refund, set paid and export, as far as you have them."
            />
            <AddMemberForm />
          </Card>
          <Card className="sm:p-6">
            <CardHeader
              title="What was changed"
              aside={
                <a className="link text-sm" href={`${staffPaths.activity}?kind=people`}>
                  See all in Activity
                </a>
              }
            />
            {events.length === 0 ? <p className="text-sm text-text-muted">Nothing yet.</p> : null}
            <ul className="space-y-3 text-sm">
              {events.map((event) => {
                const { title, change } = peopleEventWords(event);
                return (
                  <li key={event.id}>
                    <p className="wrap-anywhere">
                      <span className="font-medium">{emails.get(event.staff_user_id) ?? event.email}</span>{" "}
                      {title}
                    </p>
                    {change ? <p className="wrap-anywhere">{change}</p> : null}
                    <p className="wrap-anywhere text-text-muted">
                      {doerWords(event)}, <Time at={event.at} show="date-time" />
                    </p>
                  </li>
                );
              })}
            </ul>
          </Card>
        </div>
      </div>
    </StaffFrame>
  );
}
