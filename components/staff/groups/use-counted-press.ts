"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { usePost } from "@/components/staff/use-post";
import type { AddOutcome } from "@/lib/staff/groups/add-outcome";

type Refusal = { results: AddOutcome[]; expected: number };

/**
 * Sends a step of a group, whose cards may be counted in `field`: a number that differs is `doubtful` and has to be typed
 * again, `refused` are the batches that must not go, and a change by somebody else is told above the forms. `send` answers
 * what the endpoint said.
 */
export function useCountedPress() {
  const { post, isBusy, failure, setFailure } = usePost();
  const { tell } = useSeenGroup();
  const router = useRouter();
  const [refused, setRefused] = useState<AddOutcome[]>([]);
  const [doubtful, setDoubtful] = useState<number>();
  const field = useRef<HTMLInputElement>(null);

  async function send<T>(path: string, body: object, cards: number | undefined, done: string) {
    const accepts = cards !== undefined && cards === doubtful;
    const answer = await post<T, Refusal>(path, { ...body, cards, accepts_difference: accepts }, { done });
    if (answer.ok) return answer;
    setRefused(answer.reply.results ?? []);
    setDoubtful(answer.code === "cards_differ" ? cards : undefined);
    if (answer.code === "group_changed") {
      setFailure(undefined);
      tell(answer.error);
    }
    // What became of its batches elsewhere changes no group, so that no version tells it.
    if (answer.code === "group_changed" || answer.reply.results) router.refresh();
    if (answer.code === "cards_differ" && field.current) {
      field.current.value = "";
      field.current.focus();
    }
    return answer;
  }

  /** Forgets what was typed and refused, for the step after. */
  function clear() {
    if (field.current) field.current.value = "";
    setDoubtful(undefined);
    setRefused([]);
  }

  return { send, clear, isBusy, failure, refused, isDoubtful: doubtful !== undefined, field };
}
