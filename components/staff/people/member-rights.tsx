"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { rightLabel, STAFF_RIGHTS } from "@/lib/auth/staff-right";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { Member } from "@/lib/staff/people/schema";

type MemberRightsProps = {
  member: Member;
  email: string;
  /** The viewer is the main owner. */
  mayHandOver: boolean;
};

/**
 * Shows a button that opens what somebody may do, to be changed; saved, it counts from their next click on. The main owner makes
 * somebody else that from there, too, after a question; not while what was picked here is not saved.
 */
export function MemberRights({ member, email, mayHandOver }: MemberRightsProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const [isOpen, setIsOpen] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  const [role, setRole] = useState(member.role);
  const [rights, setRights] = useState<readonly string[]>(member.rights);
  const [version, setVersion] = useState(member.version);
  const unsavedId = useId();
  const router = useRouter();
  if (member.version !== version) {
    // Changed by somebody else, or by this form: it shows what is so now.
    setVersion(member.version);
    setRole(member.role);
    setRights(member.rights);
  }

  function open() {
    setRole(member.role);
    setRights(member.rights);
    setFailure(undefined);
    setIsOpen(true);
  }

  const isUnsaved =
    role !== member.role ||
    STAFF_RIGHTS.some((right) => rights.includes(right) !== member.rights.includes(right));

  async function save() {
    const body = { user_id: member.user_id, version: member.version, role, rights };
    const { ok } = await post(staffApiPaths.memberRights, body, { done: "Rights saved" });
    if (ok) setIsOpen(false);
    else router.refresh();
  }

  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Rights of ${email}`} onClick={open}>
        Rights
      </Button>
      <ConfirmDialog
        title="What may they do?"
        isOpen={isOpen}
        onCancel={() => setIsOpen(false)}
        cancelText="Leave as it is"
        confirm={{ isBusy, onClick: save, children: "Save rights" }}
      >
        <p className="wrap-anywhere">{email} is told by email, and so is the main owner.</p>
        <Check
          label="Owner: every right, and changes those of others"
          isChecked={role === "owner"}
          onChange={(isChecked) => setRole(isChecked ? "owner" : "staff")}
        />
        <fieldset disabled={role === "owner"} className="space-y-1 border-t border-border pt-3">
          <legend className="sr-only">Rights</legend>
          {STAFF_RIGHTS.map((right) => (
            <Check
              key={right}
              label={rightLabel(right)}
              isChecked={role === "owner" || rights.includes(right)}
              onChange={(isChecked) =>
                setRights(isChecked ? [...rights, right] : rights.filter((other) => other !== right))
              }
            />
          ))}
        </fieldset>
        {mayHandOver ? (
          <div className="mt-3 space-y-2 border-t border-border pt-4">
            <Button
              variant="secondary"
              size="sm"
              isAtRest={isUnsaved}
              aria-describedby={isUnsaved ? unsavedId : undefined}
              onClick={() => {
                setIsOpen(false);
                setHandingOver(true);
              }}
            >
              Make main owner…
            </Button>
            {isUnsaved ? (
              <p id={unsavedId} className="text-sm text-text-muted">
                Save the rights first, or leave them as they are.
              </p>
            ) : null}
          </div>
        ) : null}
        <Failure className="mt-3">{failure}</Failure>
      </ConfirmDialog>
      {mayHandOver ? (
        <HandOver
          userId={member.user_id}
          email={email}
          isOpen={isHandingOver}
          onClose={() => setHandingOver(false)}
        />
      ) : null}
    </>
  );
}

function Check(props: { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  return (
    <label className="flex min-h-9 items-center gap-2.5">
      <input
        type="checkbox"
        className="size-4.5 shrink-0 accent-accent"
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {props.label}
    </label>
  );
}

type HandOverProps = { userId: string; email: string; isOpen: boolean; onClose: () => void };

/** Asks the main owner whether somebody else is to be it. */
function HandOver({ userId, email, isOpen, onClose }: HandOverProps) {
  const { post, isBusy, failure } = usePost();

  async function handOver() {
    const { ok } = await post(staffApiPaths.mainOwner, { user_id: userId }, { done: "Handed over" });
    if (ok) onClose();
  }

  return (
    <ConfirmDialog
      title="Hand over?"
      isOpen={isOpen}
      onCancel={onClose}
      cancelText="Stay main owner"
      confirm={{ variant: "danger", isBusy, onClick: handOver, children: "Hand over" }}
      failure={failure}
    >
      <p className="wrap-anywhere">
        {email} becomes the main owner, with every right. You stay an owner, and only they can give it back.
      </p>
    </ConfirmDialog>
  );
}
