import type { ReactNode } from "react";
import type { PostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";

type FormProblemProps = Pick<PostForm, "problem"> & {
  /** A link or button that says what to do about it. */
  action?: ReactNode;
};

/**
 * Shows what is wrong with a form of usePostForm, or nothing; the same problem is announced again when it comes a
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
