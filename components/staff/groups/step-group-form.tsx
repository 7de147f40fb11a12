"use client";

import { useState } from "react";
import { RefusedMembers } from "@/components/staff/groups/refused-members";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { useCountedPress } from "@/components/staff/groups/use-counted-press";
import { QuietBox } from "@/components/staff/notice-boxes";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { groupStep } from "@/lib/staff/group-step";
import { type GraderGroup, stepsAhead } from "@/lib/staff/groups/grader-group";
import { groupMessages, readCards } from "@/lib/staff/groups/schema";

type Step = ReturnType<typeof stepsAhead>[number];

/**
 * Takes a closed group and its batches to one of the steps ahead, the next one first. Cards that come back are counted: where
 * they are not those that were declared, the number is typed a second time.
 */
export function StepGroupForm({ group: shown }: { group: GraderGroup }) {
  const { send, clear, isBusy, failure, refused, isDoubtful, field } = useCountedPress();
  const { tell } = useSeenGroup();
  const [problem, setProblem] = useState<string>();
  const [isQuiet, setIsQuiet] = useState(false);
  /** As the last press left it: the page follows a moment later, and the next press must not take it for another's. */
  const [left, setLeft] = useState<GraderGroup>();
  const group = left && left.version > shown.version ? left : shown;
  const ahead = stepsAhead(group.step);
  const presses = ahead.filter((step) => step !== "back");

  async function go(step: Step, cards?: number) {
    tell(undefined);
    const body = { version: group.version, step, ...(isQuiet ? { is_quiet: true } : {}) };
    const done = `Every batch: ${groupStep(step).label.toLowerCase()}`;
    const path = staffApiPaths.groupStep(String(group.id));
    const answer = await send<{ group: GraderGroup }>(path, body, cards, done);
    if (!answer.ok) return;
    setLeft(answer.data.group);
    setIsQuiet(false);
    clear();
  }

  function comeBack(form: FormData) {
    const cards = readCards(String(form.get("cards") ?? ""));
    setProblem(cards === undefined ? groupMessages.cards : undefined);
    if (cards !== undefined) void go("back", cards);
  }

  return (
    <div className="space-y-5">
      {failure ? (
        <Alert tone={isDoubtful ? "warning" : "danger"} isLive title={failure}>
          {isDoubtful ? "Count once more, then type the number again." : null}
          <RefusedMembers results={refused} />
        </Alert>
      ) : null}
      <QuietBox isOn={isQuiet} onChange={setIsQuiet} />
      {presses.length > 0 ? (
        <div className="flex flex-wrap gap-3">
          {presses.map((step, at) => (
            <Button
              key={step}
              variant={at === 0 ? "primary" : "secondary"}
              isBusy={isBusy}
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
            Cards back
          </SubmitButton>
        </form>
      )}
    </div>
  );
}
