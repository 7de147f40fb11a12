"use client";

import { usePathname } from "next/navigation";

type NavLinkProps = {
  href: string;
  /** How the addresses of the pages below it begin; those under its own address unless told otherwise. */
  section?: string | readonly string[];
  children: string;
};

/** Shows a link of a header or of the staff's tabs, marked while its page is shown or one of its section. */
export function NavLink({ href, section = `${href}/`, children }: NavLinkProps) {
  const path = usePathname();
  const isBelow = [section].flat().some((start) => path.startsWith(start));
  return (
    <a href={href} aria-current={path === href ? "page" : isBelow ? "true" : undefined} className="nav-link">
      {children}
    </a>
  );
}
