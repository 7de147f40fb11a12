"use client";

import type { ReactNode } from "react";

/**
 * Shows a form whose answer is an address. What is picked applies at once; what is typed with Enter or the button.
 * Without script the button alone does.
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
  return (
    <form
      action={action}
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
      }}
    >
      {children}
    </form>
  );
}
