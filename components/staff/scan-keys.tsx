"use client";
import { useEffect } from "react";
import { TextField } from "@/components/ui/text-field";

/** What takes keys as its text. */
export const TAKES_TEXT = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Sends what a scanner types while no field has the focus into the last field with `data-takes-scans`. Shows nothing. */
export function ScanKeys() {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isText = event.key.length === 1 && event.key !== " " && !event.isComposing;
      if (!isText || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.matches(TAKES_TEXT) || document.querySelector("dialog[open]")) return;
      const field = [...document.querySelectorAll<HTMLInputElement>("input[data-takes-scans]")].at(-1);
      field?.focus();
      field?.select();
    }
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, []);
  return null;
}

export function BatchIdField(input: Omit<React.ComponentProps<typeof TextField>, "label">) {
  const text = { maxLength: 100, autoComplete: "off", spellCheck: false };
  return <TextField {...text} {...input} label="Batch ID" name="code" />;
}

/** Changes a field's text as if it were typed. */
export function setText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // React ignores changes made through its own value setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
