"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { isFree } from "@/components/staff/orders/use-list-keys";

/** Answers whether a select shows something else than the page came with. */
const isPicked = (select: HTMLSelectElement) =>
  [...select.options].some((option) => option.defaultSelected && !option.selected);

/**
 * Shows a form whose answer is an address. What is picked applies at once, also what was picked before the script came;
 * what is typed with Enter or the button; the key `/` leads to the search. Without script the button alone does. The browser keeps none of it: a pick
 * that it brought back would stand above a list that does not know it.
 */
export function FilterForm({
  action,
  className,
  children,
}: {
  action: string;
  className: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "/" || !isFree(event) || document.querySelector("dialog[open]")) return;
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
