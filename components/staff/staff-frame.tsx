import { NavLink } from "@/components/layout/nav-link";
import { Card, CardHeader } from "@/components/ui/card";
import { ScriptNeeded } from "@/components/ui/script-needed";
import type { StaffRole } from "@/lib/auth/session-context";
import { staffPaths } from "@/lib/base/staff-paths";

const TABS: { href: string; label: string; section?: string[] }[] = [
  { href: staffPaths.orders, label: "Orders", section: [staffPaths.order(""), staffPaths.userProfile] },
  { href: staffPaths.receive, label: "Receiving desk" },
  { href: staffPaths.grader, label: "Grader shipments" },
  { href: staffPaths.returns, label: "Returns" },
  { href: staffPaths.reconcile, label: "Reconciliation" },
  { href: staffPaths.numbers, label: "Numbers" },
  { href: staffPaths.activity, label: "Activity" },
];

type StaffFrameProps = {
  title: React.ReactNode;
  parent?: { href: string; label: string };
  /** The viewer's role, null if unknown. Owners get the People tab. */
  staffRole: StaffRole | null;
  aside?: React.ReactNode;
  lead?: React.ReactNode;
  children: React.ReactNode;
};

export function StaffFrame({ title, parent, staffRole, aside, lead, children }: StaffFrameProps) {
  const tabs = staffRole === "owner" ? [...TABS, { href: staffPaths.people, label: "People" }] : TABS;
  return (
    <>
      <div className="container-page pt-4">
        <nav
          aria-label="Staff"
          className="-mx-3 flex gap-1 border-b border-border pb-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
        >
          {tabs.map(({ label, ...link }) => (
            <NavLink key={label} {...link}>
              {label}
            </NavLink>
          ))}
        </nav>
      </div>
      <main id="main" data-wide="" className="container-page space-y-4 py-4 sm:space-y-6">
        <ScriptNeeded>Most staff actions need it.</ScriptNeeded>
        <header className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0 space-y-1">
            {parent ? (
              <nav aria-label="Breadcrumb" className="text-sm text-text-muted">
                <a className="link" href={parent.href}>
                  {parent.label}
                </a>
              </nav>
            ) : null}
            <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">{title}</h1>
            {lead ? <div className="text-text-muted">{lead}</div> : null}
          </div>
          {aside}
        </header>
        {children}
      </main>
    </>
  );
}

type PanelProps = React.ComponentProps<typeof CardHeader> & {
  className?: string;
  children?: React.ReactNode;
};

export function Panel({ className = "", children, ...header }: PanelProps) {
  return (
    <Card className={`sm:p-6 ${className}`}>
      <CardHeader {...header} />
      {children}
    </Card>
  );
}
