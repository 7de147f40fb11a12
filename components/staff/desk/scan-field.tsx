"use client";

import { ScanLine } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { staffPaths } from "@/lib/base/staff-paths";
import type { Desk } from "@/lib/staff/desk/desk-state";

type ScanFieldProps = {
  step: Desk["step"]["at"];
  onEntered: (text: string) => void;
  onNoLabel: () => void;
  /** Reads labels with the camera: below the field on a phone, else after the buttons. */
  camera: ReactNode;
};

const isCount = (text: string) => /^\d{1,4}$/.test(text);

/** Steps that only wait for the next code, so the field has the focus. */
const FREE: ScanFieldProps["step"][] = ["waiting", "choosing", "received"];

/** Takes a batch ID that is typed, or scanned before the page's script runs, when it's a plain form. */
export function ScanField({ step, onEntered, onNoLabel, camera }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const former = useRef(step);
  const isFree = FREE.includes(step);
  useEffect(() => {
    const hasMoved = former.current !== step;
    former.current = step;
    // A count that was typed here while its batch was looked up is in its own field by now, or belongs to no package.
    if (hasMoved && field.current && (step === "counting" || isCount(field.current.value)))
      field.current.value = "";
    if (FREE.includes(step) && !document.querySelector("dialog[open]")) {
      field.current?.focus({ preventScroll: true });
    }
  }, [step]);

  return (
    <form
      method="get"
      action={staffPaths.receive}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const entered = field.current?.value ?? "";
        event.currentTarget.reset();
        onEntered(entered);
      }}
    >
      <div className="w-full max-w-sm">
        <TextField
          ref={field}
          label="Batch ID"
          name="code"
          placeholder="e.g. 3N8JV6E4P-G5NS"
          data-scan="enter"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          autoFocus={isFree}
        />
      </div>
      {/* A phone has room for the count only while a package is at hand. */}
      <div className={isFree ? "contents" : "contents max-sm:[&>button]:hidden"}>{camera}</div>
      <Button
        type="submit"
        variant={isFree || step === "looking" ? "primary" : "secondary"}
        className={isFree ? "" : "max-sm:hidden"}
        isBusy={step === "looking"}
      >
        <ScanLine className="size-4" aria-hidden="true" />
        Find batch
      </Button>
      <Button variant="secondary" className={isFree ? "" : "max-sm:hidden"} onClick={onNoLabel}>
        No label
      </Button>
    </form>
  );
}
