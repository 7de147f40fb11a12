"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextareaField } from "@/components/ui/textarea-field";
import { Time } from "@/components/ui/time";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { MAX_PROBLEM_WORDS } from "@/lib/orders/homeward/schema";
import { problemMark } from "@/lib/orders/problem";
import type { StaffProblem } from "@/lib/staff/problems/schema";

type ProblemPanelProps = { order: { id: string; version: number }; problem: StaffProblem };

/** Shows what a customer says is wrong and what was answered; staff answer, or close it with a word. */
export function ProblemPanel({ order, problem }: ProblemPanelProps) {
  return (
    <div className="space-y-4">
      {problem.is_open ? <Badge tone="warning">{problemMark(problem)}</Badge> : <Badge>Settled</Badge>}
      <ul className="space-y-3 text-sm">
        {problem.messages.map(({ id, author, author_email: email, body, at }) => (
          <li key={id}>
            <p className="wrap-anywhere whitespace-pre-line">{body}</p>
            <p className="text-text-muted wrap-anywhere">
              {author === "customer" ? "The customer" : (email ?? "Staff")}, <Time at={at} show="date-time" />
            </p>
          </li>
        ))}
      </ul>
      {problem.is_open ? <AnswerForm order={order} /> : null}
    </div>
  );
}

function AnswerForm({ order }: Pick<ProblemPanelProps, "order">) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();
  const [words, setWords] = useState("");
  const isEmpty = words.trim() === "";
  useUnsavedGuard(!isEmpty);

  async function send(closes: boolean) {
    const body = { version: order.version, words, closes };
    const done = closes ? "The problem is closed" : "The customer is answered";
    const answer = await post(staffApiPaths.problem(order.id), body, { done });
    if (answer.ok) setWords("");
    // What the customer wrote meanwhile is shown; what was typed stays.
    else if (answer.code === "order_changed") router.refresh();
  }

  return (
    <form
      className="space-y-3 border-t border-border pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <TextareaField
        label="Answer"
        hint="The customer reads it at once, and has it by email in ten minutes. A word that closes it stands on the timeline."
        rows={3}
        maxLength={MAX_PROBLEM_WORDS}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Failure>{failure}</Failure>
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Sending…" disabled={isEmpty}>
          Answer
        </SubmitButton>
        <Button size="sm" variant="secondary" disabled={isBusy || isEmpty} onClick={() => send(true)}>
          Answer and close
        </Button>
      </div>
    </form>
  );
}
