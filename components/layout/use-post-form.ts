"use client";

import { type FormEvent, useId, useRef, useState, useTransition } from "react";
import { messages } from "@/lib/base/words";
import { type JsonFailure, postJson } from "@/lib/http/post-json";

/** Describes as much of a zod schema as a form needs. */
type Schema = {
  safeParse: (value: unknown) => {
    error?: { issues: readonly { message: string; path: PropertyKey[] }[] } | undefined;
  };
};

type PostFormOptions<Answer> = {
  /** Endpoint that takes the form as JSON. */
  path: string;
  /**
   * Loads the endpoint's own schema. It comes when the form is first touched, so that the page itself stays light;
   * React Hook Form with a resolver weighs more than the rest of such a page together.
   */
  loadSchema: () => Promise<Schema>;
  /** More values, which travel along with the fields. */
  extra?: Record<string, string | undefined>;
  /** The field that gets the keyboard when the endpoint refuses; without one none does. */
  fieldAfterRefusal?: string;
  /** Called when the endpoint has accepted. A text that it returns is shown as the form's problem. */
  onDone?: (answer: Answer) => unknown;
};

/** Holds what usePostForm answers, as the parts of a form take it. */
export type PostForm = ReturnType<typeof usePostForm>;

type Problem = {
  message: string;
  code?: JsonFailure["code"];
  fields: Record<string, string>;
  attempt: number;
};

/**
 * Runs a form that is sent as JSON: its fields are checked by the endpoint's own schema and sent once, the first
 * problem is shown and each field's own at the field, and what was typed is kept. `form` and `field(name)` are spread into the markup; `answer` is the
 * endpoint's answer once it has accepted.
 */
export function usePostForm<Answer>(options: PostFormOptions<Answer>) {
  const alertId = useId();
  const isSending = useRef(false);
  const attempts = useRef(0);
  const [isPending, startSending] = useTransition();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function send(form: HTMLFormElement): Promise<Omit<Problem, "attempt"> | null> {
    const values = { ...options.extra, ...Object.fromEntries(new FormData(form)) };
    const { error } = (await options.loadSchema()).safeParse(values);
    const first = error?.issues[0];
    if (error && first) {
      const fields: Problem["fields"] = {};
      for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
      return { message: first.message, fields };
    }
    const result = await postJson<Answer>(options.path, values);
    if (!result.ok) return { message: result.error, code: result.code, fields: {} };
    const message = options.onDone?.(result.data);
    if (typeof message === "string") return { message, fields: {} };
    setAnswer(result.data);
    return null;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setProblem(null);
    const form = event.currentTarget;
    startSending(async () => {
      const found = await send(form).catch(() => ({ message: messages.unexpected, fields: {} }));
      // With the end of the sending: a message beside a button that still ignores presses would have them lost.
      startSending(() => setProblem(found && { ...found, attempt: ++attempts.current }));
      if (!found) return;
      isSending.current = false;
      const field = form.elements.namedItem(Object.keys(found.fields)[0] ?? options.fieldAfterRefusal ?? "");
      if (field instanceof HTMLInputElement) field.focus();
    });
  }

  return {
    /** What is wrong; null when nothing is. Use `key`: the same message a second time is then announced a second time. */
    problem: problem && { key: problem.attempt, id: alertId, text: problem.message, code: problem.code },
    answer,
    isBusy: isPending || answer !== null,
    form: {
      onSubmit,
      onFocus: () => void options.loadSchema().catch(() => {}),
      // Only a fallback: before the page's script runs the button is blocked, and an address never holds a password.
      method: "post",
      noValidate: true,
    },
    /** Name of a field with what is wrong with it, tied to the message while there is one. */
    field: (name: string) => ({
      name,
      ...(problem ? { "aria-describedby": alertId, "aria-invalid": name in problem.fields } : {}),
      error: problem ? errorOf(name, problem) : undefined,
    }),
  } as const;
}

/** Words at a field: its own, or what to do here where others have the same. */
function errorOf(name: string, { fields }: Problem): string | undefined {
  const same = Object.values(fields).filter((message) => message === fields[name]);
  return same.length > 1 ? messages.fieldMissing : same[0];
}
