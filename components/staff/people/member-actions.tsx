"use client";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

export function AddMemberForm() {
  const { post, isBusy, failure } = usePost();
  const [email, setEmail] = useState("");
  const [isAsking, setIsAsking] = useState(false);

  async function add() {
    const { ok } = await post(staffApiPaths.members, { email }, { done: "Staff member added" });
    setIsAsking(false);
    if (ok) setEmail("");
  }

  return (
    <form className="space-y-4" onSubmit={submitting(() => setIsAsking(true))}>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        {...controlled(email, setEmail)}
        error={failure}
      />
      <SubmitButton isBusy={isBusy} busyText="Adding…">
        Add to staff
      </SubmitButton>
      <ConfirmDialog
        title="Add this person to staff?"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ isBusy, onClick: add, children: "Add to staff" }}
      >
        <p className="wrap-anywhere">
          They'll be able to see and change every order, issue refunds, mark orders paid and export files.
        </p>
      </ConfirmDialog>
    </form>
  );
}

export function RemoveMember({ userId, email }: { userId: string; email: string }) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);

  const remove = () =>
    post(staffApiPaths.members, { user_id: userId }, { method: "DELETE", done: "Access removed" });

  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`Remove ${email}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title="Remove access?"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ variant: "danger", isBusy, onClick: remove, children: "Remove access" }}
        failure={failure}
      >
        <p className="wrap-anywhere">
          {email} loses access to the staff pages right away. They keep their customer account.
        </p>
      </ConfirmDialog>
    </>
  );
}
