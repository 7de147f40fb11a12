"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ProblemForm } from "@/components/orders/homeward/problem-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useAnsweredFocus } from "@/components/ui/use-answered-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import { problemStanding } from "@/lib/orders/problem";
import type { HomewardFacts } from "@/lib/orders/schema";

type Problem = NonNullable<HomewardFacts["problem"]>;

/**
 * Lets the customer say that the cards arrived, or what is wrong with them, and read what we answered. What is refused says
 * why and keeps what was typed.
 */
export function HomewardPanel({ facts, token }: { facts: HomewardFacts; token: string | null }) {
  const router = useRouter();
  const [busy, setBusy] = useState<"arrived" | "problem" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const noteAnswer = useAnsweredFocus(facts, "[data-homeward]");
  const [isWriting, setIsWriting] = useState(false);
  const { order_id: id, can_arrive: canArrive, can_write: canWrite, problem } = facts;

  async function send(what: "arrived" | "problem", body: object): Promise<void> {
    setBusy(what);
    setError(null);
    const answer = await postJson(apiPaths[what](id), { ...body, ...(token ? { token } : {}) });
    setBusy(null);
    if (!answer.ok) return setError(answer.error);
    noteAnswer();
    setIsWriting(false);
    router.refresh();
  }

  return (
    <Alert
      tone={problem?.is_open ? "warning" : "info"}
      title={problem ? problemStanding(problem) : canArrive ? "Are your cards back with you?" : undefined}
      action={
        <div className="space-y-3">
          <div className="flex flex-wrap gap-2">
            {canArrive ? (
              <Button size="sm" isBusy={busy === "arrived"} onClick={() => send("arrived", {})}>
                Arrived safely
              </Button>
            ) : null}
            {canWrite ? (
              <Button
                size="sm"
                variant="secondary"
                aria-expanded={isWriting}
                onClick={() => setIsWriting(!isWriting)}
              >
                {writeLabel(problem)}
              </Button>
            ) : null}
          </div>
          {isWriting && canWrite ? (
            <ProblemForm isBusy={busy === "problem"} onSend={(words) => send("problem", { words })} />
          ) : null}
          <Failure>{error}</Failure>
        </div>
      }
    >
      {problem ? <Messages problem={problem} /> : null}
      {!problem && !canArrive ? (
        <p>Is something wrong with what came? Tell us within 30 days of the delivery.</p>
      ) : null}
      {canWrite && problem?.until ? (
        <p>
          You can open it again until <Time at={problem.until} show="date-time" />.
        </p>
      ) : null}
    </Alert>
  );
}

function writeLabel(problem: Problem | null): string {
  if (!problem) return "Something is wrong";
  return problem.is_open ? "Write again" : "Open it again";
}

function Messages({ problem }: { problem: Problem }) {
  return (
    <ul className="space-y-3">
      {problem.messages.map(({ id, author, body, at }) => (
        <li key={id}>
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          <p className="text-text-muted">
            {author === "customer" ? "You" : "Our team"}, <Time at={at} show="local" />
          </p>
        </li>
      ))}
    </ul>
  );
}
