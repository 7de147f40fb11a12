"use client";

import { usePathname } from "next/navigation";

type NavLinkProps = {
  href: string;
  /** How the addresses of the pages below it begin; those under its own address unless told otherwise. */
  section?: string | readonly string[];
  children: string;
};

/** Brings a link into view where its row is wider than the screen. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (link && row)
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
}

/** Shows a link of a header or of the staff's tabs, marked while its page is shown or one of its section. */
export function NavLink({ href, section = `${href}/`, children }: NavLinkProps) {
  const path = usePathname();
  const isBelow = [section].flat().some((start) => path.startsWith(start));
  const current = path === href ? "page" : isBelow ? "true" : undefined;
  return (
    <a href={href} aria-current={current} ref={current && bringIntoView} className="nav-link">
      {children}
    </a>
  );
}
