import { useState } from "react";
import type { PostForm } from "@/components/layout/use-post-form";
import { TextField } from "@/components/ui/text-field";

/** Allows a seventh character, because a pasted code may end in a space. The schema trims it. */
export function CodeField(props: Omit<React.ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="Six digits from your authenticator app."
      maxLength={7}
      required
      {...props}
    />
  );
}

export function RequiredCodeField({ problem, field }: Pick<PostForm, "problem" | "field">) {
  const [isAsked, setIsAsked] = useState(false);
  if (problem?.code === "code_needed" && !isAsked) setIsAsked(true);
  return isAsked ? <CodeField {...field("code")} /> : null;
}
