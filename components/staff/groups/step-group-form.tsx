"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { RefusedMembers } from "@/components/staff/groups/refused-members";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { useHydrated } from "@/components/ui/use-hydrated";
import { apiPaths } from "@/lib/base/api-paths";
import { groupStep } from "@/lib/staff/group-step";
import type { AddOutcome } from "@/lib/staff/groups/add-outcome";
import { type GraderGroup, stepsAhead } from "@/lib/staff/groups/grader-group";
import { groupMessages, readCards } from "@/lib/staff/groups/schema";

type Step = ReturnType<typeof stepsAhead>[number];
type Refusal = { results: AddOutcome[]; expected: number };

/**
 * Takes a closed group and its batches to one of the steps ahead, the next one first. Cards that come back are counted: where
 * they are not those that were declared, the number is typed a second time.
 */
export function StepGroupForm({ group: shown }: { group: GraderGroup }) {
  const { post, isBusy, failure, setFailure } = usePost();
  const { tell } = useSeenGroup();
  const router = useRouter();
  const isHydrated = useHydrated();
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<AddOutcome[]>([]);
  /** A number of cards that differs, and waits to be typed again. */
  const [doubtful, setDoubtful] = useState<number>();
  /** As the last press left it: the page follows a moment later, and the next press must not take it for another's. */
  const [left, setLeft] = useState<GraderGroup>();
  const group = left && left.version > shown.version ? left : shown;
  const field = useRef<HTMLInputElement>(null);
  const ahead = stepsAhead(group.step);
  const presses = ahead.filter((step) => step !== "back");

  async function go(step: Step, cards?: number) {
    tell(undefined);
    const body = {
      version: group.version,
      step,
      cards,
      accepts_difference: cards !== undefined && cards === doubtful,
    };
    const done = `Every batch: ${groupStep(step).label.toLowerCase()}`;
    const answer = await post<{ group: GraderGroup }, Refusal>(
      apiPaths.adminGroupStep(String(group.id)),
      body,
      { done },
    );
    if (answer.ok) {
      setLeft(answer.data.group);
      if (field.current) field.current.value = "";
      setDoubtful(undefined);
      return setRefused([]);
    }
    setRefused(answer.reply.results ?? []);
    setDoubtful(answer.code === "cards_differ" ? cards : undefined);
    if (answer.code === "group_changed") {
      setFailure(undefined);
      tell(answer.error);
      router.refresh();
    }
    if (answer.code !== "cards_differ" || !field.current) return;
    field.current.value = "";
    field.current.focus();
  }

  function comeBack(form: FormData) {
    const cards = readCards(String(form.get("cards") ?? ""));
    setProblem(cards === undefined ? groupMessages.cards : undefined);
    if (cards !== undefined) void go("back", cards);
  }

  return (
    <div className="space-y-5">
      {failure ? (
        <Alert tone={doubtful === undefined ? "danger" : "warning"} isLive title={failure}>
          {doubtful === undefined ? null : "Count once more, then type the number again."}
          <RefusedMembers results={refused} />
        </Alert>
      ) : null}
      {presses.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {presses.map((step, at) => (
            <Button
              key={step}
              variant={at === 0 ? "primary" : "secondary"}
              isBusy={isBusy}
              disabled={!isHydrated}
              onClick={() => go(step)}
            >
              {groupStep(step).label}
            </Button>
          ))}
        </div>
      ) : null}
      {group.step === "closed" ? null : (
        <form
          className="flex flex-wrap items-end gap-3 border-t border-border pt-5 first:border-t-0 first:pt-0"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            comeBack(new FormData(event.currentTarget));
          }}
        >
          <div className="w-full max-w-xs">
            <TextField
              ref={field}
              label="Cards that came back"
              inputMode="numeric"
              maxLength={100}
              autoComplete="off"
              name="cards"
              error={problem}
            />
          </div>
          <SubmitButton
            isBusy={isBusy}
            busyText="Saving…"
            variant={presses.length > 0 ? "secondary" : "primary"}
          >
            Cards Back
          </SubmitButton>
        </form>
      )}
    </div>
  );
}
