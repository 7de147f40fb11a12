"use client";
import { useEffect, useRef } from "react";
import { isFree } from "@/components/staff/orders/use-list";

const isPicked = (select: HTMLSelectElement) =>
  [...select.options].some((option) => option.defaultSelected && !option.selected);

type FilterFormProps = { action: string; className: string; children: React.ReactNode };

/** A GET form. A selection applies immediately, even if made before the script loads. The `/` key focuses the search. */
export function FilterForm({ action, className, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "/" || !isFree(event)) return;
      const search = form.current?.querySelector<HTMLInputElement>("input[name=q]");
      if (!search) return;
      search.focus();
      search.select();
      event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  useEffect(() => {
    const selects = form.current?.querySelectorAll("select") ?? [];
    if ([...selects].some(isPicked)) form.current?.requestSubmit();
  }, []);

  return (
    <form
      ref={form}
      action={action}
      autoComplete="off"
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
      }}
    >
      {children}
    </form>
  );
}
