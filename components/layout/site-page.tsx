import { Brand } from "@/components/layout/brand";
import { HtmlPage } from "@/components/layout/html-page";
import { NavLink } from "@/components/layout/nav-link";
import { SiteFooter } from "@/components/layout/site-footer";
import { VisitorLinks } from "@/components/layout/visitor-links";
import { paths } from "@/lib/base/paths";

const SECTIONS = [
  { href: "/#benefits", label: "Benefits" },
  { href: paths.pricing, label: "Pricing" },
  { href: "/#faq", label: "FAQ" },
];

export function SitePage({ children }: { children: React.ReactNode }) {
  return (
    <HtmlPage>
      <header className="border-b border-border bg-surface">
        <div className="container-page flex min-h-16 flex-wrap items-center gap-x-6 gap-y-1 py-2.5">
          <Brand />
          <nav
            aria-label="Sections"
            className="order-last -mx-3 flex w-full flex-wrap sm:order-none sm:mx-0 sm:w-auto sm:gap-1"
          >
            {SECTIONS.map(({ href, label }) => (
              <NavLink key={href} href={href}>
                {label}
              </NavLink>
            ))}
          </nav>
          <nav aria-label="Account" className="ml-auto">
            <VisitorLinks />
          </nav>
        </div>
      </header>
      {children}
      <SiteFooter />
    </HtmlPage>
  );
}
