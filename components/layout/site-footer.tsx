import { business } from "@/lib/base/business";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

const LINKS = [
  { href: paths.pricing, label: "Pricing" },
  { href: paths.terms, label: "Terms" },
  { href: paths.privacy, label: "Privacy" },
  { href: paths.refunds, label: "Refunds" },
  { href: paths.insurance, label: "Insurance" },
];

export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-border">
      <div className="container-page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-8 text-sm text-text-muted">
        <p>
          © {business.legalName}, {business.address}
        </p>
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          {LINKS.map(({ href, label }) => (
            <a key={href} className="link" href={href}>
              {label}
            </a>
          ))}
          <span>
            Questions?{" "}
            <a className="link" href={`mailto:${site.contactEmail}`}>
              {site.contactEmail}
            </a>
          </span>
        </p>
      </div>
    </footer>
  );
}
