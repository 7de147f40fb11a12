"use client";
import { Alert } from "@/components/ui/alert";
import { useQueryDropped } from "@/components/ui/use-query-dropped";

/** Confirms a change completed on another page: the email by its last link, or the plan in the billing portal. */
export function ChangeNotice({ changed, email }: { changed: "email" | "plan"; email: string }) {
  useQueryDropped("changed");
  return (
    <Alert tone="success" isLive>
      {changed === "plan" ? (
        "Plan change confirmed. It can take a minute to show here."
      ) : (
        <span className="wrap-anywhere">
          Your email is now {email}. Paid as a guest with this email? To add that batch, sign out, choose
          “Forgot password?” on the login page and set a new password.
        </span>
      )}
    </Alert>
  );
}
