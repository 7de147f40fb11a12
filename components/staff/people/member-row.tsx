import { RemoveMember } from "@/components/staff/people/member-actions";
import { MemberRights } from "@/components/staff/people/member-rights";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { standingWords } from "@/lib/staff/people/people-event";
import type { Member } from "@/lib/staff/people/schema";

/** Stands for the address of an account that the auth service knows by something else. */
const NO_EMAIL = "No email address";

type MemberRowProps = {
  member: Member;
  isMe: boolean;
  /** The viewer is an owner. */
  mayChangeRights: boolean;
  /** The viewer is the main owner. */
  mayHandOver: boolean;
};

/** Shows one of the staff: since when, with which rights, and what the viewer may change of it. */
export function MemberRow({ member, isMe, mayChangeRights, mayHandOver }: MemberRowProps) {
  const email = member.email ?? NO_EMAIL;
  const isOwner = member.role === "owner";
  return (
    <li className="space-y-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">
          {email}
          {isMe ? <span className="font-normal text-text-muted"> (you)</span> : null}
        </p>
        {isOwner ? <Badge tone="accent">{standingWords(member)}</Badge> : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="text-text-muted">
          Since <Time at={member.created_at} />
        </p>
        {isMe ? null : (
          <div className="flex gap-2">
            {mayChangeRights && !member.is_main ? (
              <MemberRights member={member} email={email} mayHandOver={mayHandOver} />
            ) : null}
            {isOwner ? null : <RemoveMember userId={member.user_id} email={email} />}
          </div>
        )}
      </div>
      {isOwner ? null : <p className="text-text-muted">May: {standingWords(member)}</p>}
    </li>
  );
}
