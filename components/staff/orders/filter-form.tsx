"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Answers whether a select shows something else than the page came with. */
const isPicked = (select: HTMLSelectElement) =>
  [...select.options].some((option) => option.defaultSelected && !option.selected);

/**
 * Shows a form whose answer is an address. What is picked applies at once, also what was picked before the script came;
 * what is typed with Enter or the button. Without script the button alone does. The browser keeps none of it: a pick
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
