"use client";
import { useEffect } from "react";

/** What takes keys as its text. */
const TAKES_TEXT = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

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
