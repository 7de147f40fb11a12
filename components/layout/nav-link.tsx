"use client";
import { usePathname } from "next/navigation";

type NavLinkProps = {
  href: string;
  /** Path prefixes that belong to this link. Default: its own subpages. */
  section?: string | readonly string[];
  children: string;
};

function bringIntoView(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (link && row)
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
}

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
