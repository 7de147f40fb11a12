import { useState } from "react";
import { CodeField } from "@/components/account/second-factor/code-field";
import type { AccountForm } from "@/components/account/use-account-form";

/** The code's field, from the first refusal on that asks for the code. */
export function AskedCodeField({ problem, field }: Pick<AccountForm, "problem" | "field">) {
  const [isAsked, setIsAsked] = useState(false);
  if (problem?.code === "code_needed" && !isAsked) setIsAsked(true);
  return isAsked ? <CodeField {...field("code")} /> : null;
}
