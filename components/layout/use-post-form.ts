import { useId, useRef, useState, useTransition } from "react";
import { messages } from "@/lib/base/messages";
import { type JsonFailure, postJson } from "@/lib/http/post-json";

type Schema = {
  safeParse: (value: unknown) => {
    error?: { issues: readonly { message: string; path: PropertyKey[] }[] } | undefined;
  };
};

type PostFormOptions<Answer> = {
  path: string;
  /** Loads the endpoint's schema on first focus. React Hook Form would be larger than the rest of the page. */
  loadSchema: () => Promise<Schema>;
  extra?: Record<string, string | undefined>;
  /** Field to focus when the endpoint rejects the form. Default: none. */
  fieldAfterRefusal?: string;
  /** Called after a success. If it returns text, the form shows it as a problem. */
  onDone?: (answer: Answer) => unknown;
};

export type PostForm = ReturnType<typeof usePostForm>;

type Problem = {
  message: string;
  code?: JsonFailure["code"];
  fields: Record<string, string>;
  attempt: number;
};

/**
 * Manages a form that is sent as JSON. Validates it with the endpoint's schema, sends it once, and shows problems at
 * their fields. Spread `form` and `field(name)` into the markup. `answer` is the response after a success.
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

  function onSubmit(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setProblem(null);
    const form = event.currentTarget;
    startSending(async () => {
      const found = await send(form).catch(() => ({ message: messages.unexpected, fields: {} }));
      // Shown at the moment the button is unblocked. Otherwise clicks on the blocked button would be lost.
      startSending(() => setProblem(found && { ...found, attempt: ++attempts.current }));
      if (!found) return;
      isSending.current = false;
      const field = form.elements.namedItem(Object.keys(found.fields)[0] ?? options.fieldAfterRefusal ?? "");
      if (field instanceof HTMLInputElement) field.focus();
    });
  }

  return {
    /** Null if nothing is wrong. Use `key`, so that screen readers announce a repeated message again. */
    problem: problem && { key: problem.attempt, id: alertId, text: problem.message, code: problem.code },
    answer,
    isBusy: isPending || answer !== null,
    form: {
      onSubmit,
      onFocus: () => void options.loadSchema().catch(() => {}),
      // Without JavaScript the button is disabled. POST keeps a password out of the URL anyway.
      method: "post",
      noValidate: true,
    },
    field: (name: string) => ({
      name,
      ...(problem ? { "aria-describedby": alertId, "aria-invalid": name in problem.fields } : {}),
      error: problem ? errorOf(name, problem) : undefined,
    }),
  } as const;
}

function errorOf(name: string, { fields }: Problem): string | undefined {
  const same = Object.values(fields).filter((message) => message === fields[name]);
  return same.length > 1 ? messages.fieldMissing : same[0];
}
