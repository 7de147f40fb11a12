import type { useAccountForm } from "@/components/account/use-account-form";
import { Alert } from "@/components/ui/alert";

/** What is wrong with a form about an account; announced again when the same comes a second time. */
export function FormProblem({ problem }: Pick<ReturnType<typeof useAccountForm>, "problem">) {
  if (!problem) return null;
  return (
    <Alert key={problem.key} tone="danger" id={problem.id} isLive>
      {problem.text}
    </Alert>
  );
}
