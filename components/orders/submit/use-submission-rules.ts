"use client";

import { useMemo } from "react";
import type { Resolver } from "react-hook-form";
import type { Submission } from "@/lib/orders/schema";

type Rules = (remaining: number | null) => Resolver<Submission>;

let rules: Rules | undefined;

/**
 * Loads the rules of the submit form. They come when it is first touched: zod weighs as much as all of the form. Throws
 * when they cannot be had.
 */
export async function loadSubmissionRules(): Promise<Rules> {
  const [{ zodResolver }, { submissionSchema }] = await Promise.all([
    import("@hookform/resolvers/zod"),
    import("@/lib/orders/schema"),
  ]);
  rules = (remaining) => zodResolver(submissionSchema(remaining));
  return rules;
}

/**
 * Checks the submit form by its schema, with `remaining` cards left this month (null: no limit). Where the rules did not
 * come the endpoint alone judges, which starts from the same ones.
 */
export function useSubmissionRules(remaining: number | null): Resolver<Submission> {
  return useMemo(
    () => (values, context, options) => {
      if (rules) return rules(remaining)(values, context, options);
      return loadSubmissionRules().then(
        (loaded) => loaded(remaining)(values, context, options),
        () => ({ values, errors: {} }),
      );
    },
    [remaining],
  );
}
