"use client";

import { usePathname } from "next/navigation";

type NavLinkProps = {
  href: string;
  /** How the addresses of the pages below it begin; those under its own address unless told otherwise. */
  section?: string;
  children: string;
};

/** Shows a link of a header or of the staff's tabs, marked while its page is shown or one of its section. */
export function NavLink({ href, section = `${href}/`, children }: NavLinkProps) {
  const path = usePathname();
  return (
    <a
      href={href}
      aria-current={path === href ? "page" : path.startsWith(section) ? "true" : undefined}
      className="inline-flex min-h-9 shrink-0 items-center rounded-lg px-3 text-sm font-medium text-text-muted transition-colors hover:bg-surface-sunken hover:text-text aria-[current]:bg-surface-sunken aria-[current]:text-text pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}
