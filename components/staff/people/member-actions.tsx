"use client";

import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

/** Shows the form that makes a confirmed account staff, after a question; a refusal stands at the field. */
export function AddMemberForm() {
  const { post, isBusy, failure } = usePost();
  const [email, setEmail] = useState("");
  const [isAsking, setIsAsking] = useState(false);

  async function add() {
    const { ok } = await post(staffApiPaths.members, { email }, { done: "Added to the staff" });
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
        value={email}
        error={failure}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SubmitButton isBusy={isBusy} busyText="Adding…">
        Add to staff
      </SubmitButton>
      <ConfirmDialog
        title="Add to the staff?"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ isBusy, onClick: add, children: "Add" }}
      >
        <p className="wrap-anywhere">
          {email} will be able to see and change all orders, refund, set payments by hand and export files.
        </p>
      </ConfirmDialog>
    </form>
  );
}

/** Shows a button that ends someone's access, after a question. */
export function RemoveMember({ userId, email }: { userId: string; email: string }) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);

  const remove = () =>
    post(staffApiPaths.members, { user_id: userId }, { method: "DELETE", done: "Removed from the staff" });

  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Remove ${email}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title="Remove from the staff?"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ variant: "danger", isBusy, onClick: remove, children: "Remove" }}
        failure={failure}
      >
        <p className="wrap-anywhere">
          {email} loses access to the staff pages right away. Their account stays.
        </p>
      </ConfirmDialog>
    </>
  );
}
