"use client";

import { Alert } from "@/components/ui/alert";
import { useQueryDropped } from "@/components/ui/use-query-dropped";

/** Says, after the last link about a changed email was used, that the change worked. */
export function EmailChanged({ email }: { email: string }) {
  useQueryDropped("changed");
  return (
    <Alert tone="success" isLive>
      <span className="wrap-anywhere">
        Your email is now {email}. Did you pay for a batch as a guest with it? Log out and choose “Forgot
        password?” to add that batch to your account.
      </span>
    </Alert>
  );
}
