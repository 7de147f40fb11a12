"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { WordsForm } from "@/components/orders/words-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useAnsweredFocus } from "@/components/ui/use-answered-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import { MAX_PROBLEM_WORDS, MIN_PROBLEM_WORDS, problemMessages } from "@/lib/orders/homeward/schema";
import type { HomewardFacts } from "@/lib/orders/schema";

const tooShort = (words: string) =>
  words.trim().length < MIN_PROBLEM_WORDS ? problemMessages.tooShort : undefined;

/**
 * Lets the customer say that the cards arrived, or what is wrong with them. What is refused says why and keeps what was
 * typed.
 */
export function HomewardPanel({ facts, token }: { facts: HomewardFacts; token: string | null }) {
  const router = useRouter();
  const [busy, setBusy] = useState<"arrived" | "problem" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const noteAnswer = useAnsweredFocus(facts, "[data-homeward]");
  const [isWriting, setIsWriting] = useState(false);
  const { order_id: id, can_arrive: canArrive, can_write: canWrite, problem_since: since } = facts;

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
      tone={since ? "warning" : "info"}
      title={since ? "We got your message" : canArrive ? "Are your cards back with you?" : undefined}
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
                {since ? "Write again" : "Something is wrong"}
              </Button>
            ) : null}
          </div>
          {isWriting && canWrite ? (
            <WordsForm
              hint={`We'll answer you by email. Can it be seen? Send photographs to ${site.contactEmail}, with the batch ID.`}
              maxLength={MAX_PROBLEM_WORDS}
              problemOf={tooShort}
              isBusy={busy === "problem"}
              onSend={(words) => send("problem", { words })}
            />
          ) : null}
          <Failure>{error}</Failure>
        </div>
      }
    >
      {since ? <p>We'll answer you by email.</p> : null}
      {!since && !canArrive ? (
        <p>Is something wrong with what came? Tell us within 30 days of the delivery.</p>
      ) : null}
    </Alert>
  );
}
