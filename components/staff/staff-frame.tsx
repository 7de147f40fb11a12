import type { ReactNode } from "react";
import { NavLink } from "@/components/layout/nav-link";
import { paths } from "@/lib/base/paths";

const TABS = [
  { href: paths.admin, label: "Orders" },
  { href: paths.adminReceive, label: "Receiving desk" },
  { href: paths.adminReconcile, label: "Reconciliation" },
];

type StaffFrameProps = {
  title: string;
  /** The owner sees who is staff. */
  staffRole: "owner" | "staff" | null;
  /** Badges or buttons at the end of the title's line. */
  aside?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
};

/** Title, tabs and column of every page for staff. */
export function StaffFrame({ title, staffRole, aside, lead, children }: StaffFrameProps) {
  const tabs = staffRole === "owner" ? [...TABS, { href: paths.adminPeople, label: "People" }] : TABS;
  return (
    <main id="main" className="container-page max-w-7xl space-y-6 py-8">
      <nav aria-label="Staff" className="-mx-3 flex flex-wrap gap-1 border-b border-border pb-2">
        {tabs.map(({ href, label }) => (
          <NavLink key={href} href={href}>
            {label}
          </NavLink>
        ))}
      </nav>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 space-y-1">
          <h1 className="text-2xl font-semibold wrap-anywhere">{title}</h1>
          {lead ? <div className="text-text-muted">{lead}</div> : null}
        </div>
        {aside}
      </header>
      {children}
    </main>
  );
}
