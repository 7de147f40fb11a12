import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

/** Shows the footer of every page: what this is, the prices, and our address. */
export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-border">
      <div className="container-page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-8 text-sm text-text-muted">
        <p>
          {site.name}. {site.tagline}.
        </p>
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          <a className="link" href={paths.pricing}>
            Pricing
          </a>
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
