import { Brand } from "@/components/layout/brand";
import { NavLink } from "@/components/layout/nav-link";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { staffPaths } from "@/lib/base/staff-paths";

const LINKS = [
  { href: paths.dashboard, label: "Dashboard" },
  { href: paths.profile, label: "Profile" },
  { href: paths.submit, label: "Submit Cards" },
];

export function AppHeader({ email, isStaff }: { email: string | null; isStaff: boolean }) {
  return (
    <header className="border-b border-border bg-surface">
      <div className="container-page flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 py-2.5">
        <Brand />
        {email === null ? (
          <nav aria-label="Main" className="ml-auto flex items-center gap-2">
            <ButtonLink href={paths.login} variant="quiet" size="sm">
              Login
            </ButtonLink>
            <ButtonLink href={paths.signup} variant="secondary" size="sm">
              Get Started
            </ButtonLink>
          </nav>
        ) : (
          <>
            <nav
              aria-label="Main"
              className="order-last -mx-3 flex w-full flex-wrap sm:order-none sm:mx-0 sm:w-auto sm:gap-1"
            >
              {LINKS.map(({ href, label }) => (
                <NavLink key={href} href={href}>
                  {label}
                </NavLink>
              ))}
              {isStaff ? <NavLink href={staffPaths.orders}>Admin</NavLink> : null}
            </nav>
            <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-3">
              <span className="truncate text-sm text-text-muted" title={email}>
                {email}
              </span>
              {/* A plain form, so that sign-out works without JavaScript. */}
              <form method="post" action={apiPaths.signOut}>
                <button type="submit" className={buttonStyle({ variant: "secondary", size: "sm" })}>
                  Sign Out
                </button>
              </form>
            </div>
          </>
        )}
      </div>
    </header>
  );
}
