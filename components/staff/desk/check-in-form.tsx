import { useEffect, useRef } from "react";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { controlled } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { cardCount } from "@/lib/base/messages";
import { PACKAGE_CONDITIONS, type PackageCondition } from "@/lib/orders/status";
import type { DeskEvent } from "@/lib/staff/desk/desk-events";
import { hasOpenCount } from "@/lib/staff/desk/desk-scans";
import type { CountingStep } from "@/lib/staff/desk/desk-state";
import { cardsStillExpected, expectedCountOf, readCount } from "@/lib/staff/desk/typed-count";
import { conditionLabel } from "@/lib/staff/labels";
import { staffMessages } from "@/lib/staff/schema";

function doubtText({ count, isFar }: NonNullable<CountingStep["doubt"]>): string {
  const number = count.toLocaleString("en-US");
  return isFar ? `${number} is too many. Check the number.` : `First count: ${number}`;
}

/** Takes the count, condition and shelf of an opened package. After a conflict, saving again overwrites it. */
export function CheckInForm({ step, send }: { step: CountingStep; send: (event: DeskEvent) => void }) {
  const { order, draft, doubt, problem, isRecount, isRest, changes, isBusy } = step;
  const field = useRef<HTMLInputElement>(null);
  const boxes = isRecount ? 0 : order.box_counts.length;
  const measure = expectedCountOf(step);
  const expected = cardsStillExpected(measure);
  const read = readCount(draft.typed);
  const typed = "count" in read ? read.count : expected;
  /** By how much the count is off while it's typed. */
  const off = Math.abs(typed - expected).toLocaleString("en-US");
  useUnsavedGuard(hasOpenCount({ step }));
  const edit = (change: Partial<CountingStep["draft"]>) => send({ type: "edited", draft: change });

  // Focuses the count, which must be typed again.
  useEffect(() => {
    if (doubt || problem) field.current?.focus();
  }, [doubt, problem]);

  return (
    <form
      className="space-y-5"
      noValidate
      onSubmit={submitting(() => send({ type: "counted", isMoreToCome: doubt?.isMoreToCome ?? false }))}
    >
      {changes.length > 0 ? (
        <Alert
          tone="warning"
          title="Someone else changed this order. If you save again, you'll overwrite their changes."
        >
          <ChangeList events={changes} />
        </Alert>
      ) : null}
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <div className="w-48">
          <TextField
            ref={field}
            label={
              isRest
                ? "Cards counted in this package"
                : boxes > 0
                  ? `Cards counted in box ${boxes + 1}`
                  : "Cards counted"
            }
            hint={doubt ? doubtText(doubt) : null}
            inputMode="numeric"
            maxLength={100}
            data-scan="count"
            autoComplete="off"
            {...controlled(draft.typed, (typed) => edit({ typed }))}
            error={
              problem ? (problem === "code" ? staffMessages.codeForCount : staffMessages.count) : undefined
            }
            autoFocus
          />
        </div>
        <p className="flex-1 pt-6.5">
          <span className="text-3xl font-semibold whitespace-nowrap tabular-nums">
            of {expected.toLocaleString("en-US")}
          </span>
          <span role="status" className="block font-semibold text-danger empty:hidden">
            {typed === expected ? "" : `${off} ${typed < expected ? "missing" : "extra"}`}
          </span>
          {boxes > 0 || isRest ? (
            <span className="block text-sm text-text-muted">
              {measure.before.toLocaleString("en-US")} of {measure.paid.toLocaleString("en-US")}
              {isRest ? " already counted" : boxes === 1 ? " counted in box 1" : ` counted in ${boxes} boxes`}
            </span>
          ) : null}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-5">
        <TextField
          label="Shelf"
          maxLength={100}
          {...controlled(draft.shelf, (shelf) => edit({ shelf }))}
          isOptional
        />
        <SelectField
          label="Condition"
          value={draft.condition}
          onChange={(event) => edit({ condition: event.target.value as PackageCondition })}
          options={PACKAGE_CONDITIONS.map((condition) => [condition, conditionLabel(condition)])}
        />
      </div>
      {doubt?.isFar ? (
        <Button
          variant="danger"
          isBusy={isBusy}
          onClick={() => send({ type: "counted", isMoreToCome: doubt.isMoreToCome, isSure: true })}
        >
          Confirm {cardCount(doubt.count)}
        </Button>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} busyText="Saving…">
          {isRecount && !isRest
            ? "Save new count"
            : typed === expected
              ? "Check in"
              : `Check in ${typed.toLocaleString("en-US")} of ${expected.toLocaleString("en-US")}`}
        </SubmitButton>
        {isRecount ? null : (
          <Button
            variant="secondary"
            isBusy={isBusy}
            onClick={() => send({ type: "counted", isMoreToCome: true })}
          >
            Save box {boxes + 1}, more to come
          </Button>
        )}
      </div>
    </form>
  );
}
