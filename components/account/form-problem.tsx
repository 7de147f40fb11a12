import type { ReactNode } from "react";
import type { AccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";

type FormProblemProps = Pick<AccountForm, "problem"> & {
  /** A link or button that says what to do about it. */
  action?: ReactNode;
};

/**
 * Shows what is wrong with a form about an account, or nothing; the same problem is announced again when it comes a
 * second time.
 */
export function FormProblem({ problem, action }: FormProblemProps) {
  if (!problem) return null;
  return (
    <Alert key={problem.key} tone="danger" id={problem.id} isLive action={action}>
      {problem.text}
    </Alert>
  );
}
