import type { PostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";

/** Shows what's wrong with a form that uses usePostForm. Screen readers announce a repeated problem again. */
export function FormProblem({ problem, action }: Pick<PostForm, "problem"> & { action?: React.ReactNode }) {
  if (!problem) return null;
  return (
    <Alert key={problem.key} tone="danger" id={problem.id} isLive action={action}>
      {problem.text}
    </Alert>
  );
}
