import { AddMemberForm, RemoveMember } from "@/components/staff/people/member-actions";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { Time } from "@/components/ui/time";
import type { People } from "@/lib/staff/people/schema";

/** Stands for the address of an account that the auth service knows by something else. */
const NO_EMAIL = "No e-mail address";

/** Shows to the owner who is staff, with the ways to add and remove somebody, and who did so before. */
export function PeopleScreen({ people, events }: People) {
  const emails = new Map(people.map(({ user_id: id, email }) => [id, email]));
  return (
    <StaffFrame title="People" staffRole="owner" lead="Who may see and change every order.">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="sm:p-6">
          <CardHeader title="Staff" />
          <ul className="divide-y divide-border text-sm">
            {people.map(({ user_id: userId, email, role, created_at: since }) => (
              <li key={userId} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
                <div className="min-w-0">
                  <p className="font-medium wrap-anywhere">{email ?? NO_EMAIL}</p>
                  <p className="text-text-muted">
                    Since <Time at={since} />
                  </p>
                </div>
                {role === "owner" ? (
                  <Badge tone="accent">Owner</Badge>
                ) : (
                  <RemoveMember userId={userId} email={email ?? NO_EMAIL} />
                )}
              </li>
            ))}
          </ul>
        </Card>
        <div className="space-y-6">
          <Card className="sm:p-6">
            <CardHeader
              title="Add somebody"
              description="The person signs up and confirms the address first."
            />
            <AddMemberForm />
          </Card>
          <Card className="sm:p-6">
            <CardHeader title="What was changed" />
            {events.length === 0 ? <p className="text-sm text-text-muted">Nothing yet.</p> : null}
            <ul className="space-y-3 text-sm">
              {events.map((event) => (
                <li key={event.id}>
                  <p>
                    <span className="font-medium wrap-anywhere">
                      {emails.get(event.staff_user_id) ?? event.email}
                    </span>{" "}
                    {event.action}
                  </p>
                  <p className="text-text-muted">
                    {event.actor_email ?? "Set-up"}, <Time at={event.at} show="date-time" />
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </StaffFrame>
  );
}
