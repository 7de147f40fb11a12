"use client";

import { Alert } from "@/components/ui/alert";
import { useQueryDropped } from "@/components/ui/use-query-dropped";

/** Says, after the last link about a changed email was used, that the change worked. */
export function EmailChanged({ email }: { email: string }) {
  useQueryDropped("changed");
  return (
    <Alert tone="success" isLive>
      <span className="wrap-anywhere">
        Your email is now {email}. Paid for a batch as a guest with this email? To add it, log out and choose
        “Forgot password?”.
      </span>
    </Alert>
  );
}
