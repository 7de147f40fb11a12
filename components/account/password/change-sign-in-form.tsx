"use client";

import type { ReactNode } from "react";
import { AskedCodeField } from "@/components/account/second-factor/code-field";
import { FormProblem } from "@/components/layout/form-problem";
import type { PostForm } from "@/components/layout/use-post-form";
import { SubmitButton } from "@/components/ui/submit-button";

type ChangeSignInFormProps = {
  /** Names the form and its button: "Change email". */
  title: string;
  /** The present address: a password manager finds the account by it. */
  email: string;
  state: Pick<PostForm, "form" | "field" | "problem" | "isBusy">;
  /** What is to be changed, with a `CurrentPasswordField`. */
  children: ReactNode;
};

/**
 * Shows a form of the profile that changes how the person signs in: what is wrong, its fields, the code of the
 * authenticator app once it is asked for, and the button.
 */
export function ChangeSignInForm({ title, email, state, children }: ChangeSignInFormProps) {
  const { form, field, problem, isBusy } = state;
  return (
    <form {...form} className="max-w-md space-y-5" aria-label={title}>
      <FormProblem problem={problem} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {children}
      <AskedCodeField problem={problem} field={field} />
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        {title}
      </SubmitButton>
    </form>
  );
}
