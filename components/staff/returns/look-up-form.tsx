"use client";
import { ScanLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { withQuery } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { readTrackingNumber } from "@/lib/orders/tracking-number";

type LookUpFormProps = {
  code: string;
  /** No carrier label is expected, so the next scan is a batch. */
  isFree: boolean;
};

/** Takes the scanned batch, as a plain form without script. A scan during the look-up is its carrier label. */
export function LookUpForm({ code, isFree }: LookUpFormProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [isLooking, startLooking] = useTransition();
  useHeldScan(isLooking, (text) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input[data-takes-scans]")];
    const [label, ...others] = fields.filter((one) => one !== field.current);
    if (label && others.length === 0) return label;
    return label || "number" in readTrackingNumber(text) ? null : field.current;
  });

  useEffect(() => {
    if (isFree && code) field.current?.select();
  }, [code, isFree]);

  return (
    <form
      method="get"
      action={staffPaths.returns}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const entered = field.current?.value.trim();
        if (entered) startLooking(() => router.push(withQuery(staffPaths.returns, { code: entered })));
      }}
    >
      <div className="w-full max-w-md">
        <TextField
          key={code}
          ref={field}
          label="Batch ID"
          name="code"
          defaultValue={code}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-takes-scans=""
          autoFocus={isFree}
        />
      </div>
      <Button type="submit" variant={isFree ? "primary" : "secondary"} isBusy={isLooking}>
        <ScanLine className="size-4" aria-hidden="true" />
        Find batch
      </Button>
    </form>
  );
}

/** Holds the keys of a scan while `isWaiting`, then types them into the field that `fieldFor` returns; null drops them. */
function useHeldScan(
  isWaiting: boolean,
  fieldFor: (text: string) => HTMLInputElement | null | undefined,
): void {
  const held = useRef({ text: "", hasEnded: false });
  const latest = useRef(fieldFor);
  useLayoutEffect(() => {
    latest.current = fieldFor;
  });

  useEffect(() => {
    if (!isWaiting) {
      const { text, hasEnded } = held.current;
      held.current = { text: "", hasEnded: false };
      const field = text ? latest.current(text) : null;
      if (field) enter(field, text, hasEnded);
      return;
    }
    function onKey(event: KeyboardEvent) {
      const { key } = event;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { text, hasEnded } = held.current;
      if (key !== "Enter" && key !== "Backspace" && key.length > 1) return;
      event.preventDefault();
      event.stopPropagation();
      if (hasEnded) return;
      if (key === "Enter") held.current.hasEnded = text !== "";
      else held.current.text = key === "Backspace" ? text.slice(0, -1) : text + key;
    }
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [isWaiting]);
}

function enter(field: HTMLInputElement, text: string, hasEnded: boolean): void {
  field.focus();
  // React ignores changes made through its own value setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  // After React has processed the change.
  if (hasEnded) setTimeout(() => field.form?.requestSubmit());
}
