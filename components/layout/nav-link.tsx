"use client";

import { usePathname } from "next/navigation";

/** Shows a link of a header or of the staff's tabs, marked while its page is the one shown. */
export function NavLink({ href, children }: { href: string; children: string }) {
  const isHere = usePathname() === href;
  return (
    <a
      href={href}
      aria-current={isHere ? "page" : undefined}
      className="inline-flex min-h-9 shrink-0 items-center rounded-lg px-3 text-sm font-medium text-text-muted transition-colors hover:bg-surface-sunken hover:text-text aria-[current=page]:bg-surface-sunken aria-[current=page]:text-text"
    >
      {children}
    </a>
  );
}
