import { BatchCode } from "@/components/orders/slab-label";
import { buttonStyle } from "@/components/ui/button-link";
import { PrintButton } from "@/components/ui/print-button";
import { withQuery } from "@/lib/base/paths";
import { MAX_PACKAGES, type PaperSize, paperSizes } from "@/lib/orders/print/print";
import type { PrintQuery } from "@/lib/orders/print/schema";

type PrintFrameProps = {
  back?: string | null;
  title: string;
  batchId: string;
  description: string;
  path: string;
  query: PrintQuery;
  other?: { path: string; label: string } | undefined;
  hasPackages?: boolean;
  aside?: React.ReactNode;
  children: React.ReactNode;
};

/** Shows a printable page: tools above, paper below. Only the paper is printed. */
export function PrintFrame(props: PrintFrameProps) {
  const { back, title, batchId, description, path, query, other, hasPackages, aside, children } = props;
  const here = (changes: Partial<Record<keyof PrintQuery, string>>) =>
    withQuery(path, { ...sameQuery(query), ...changes });
  const count = query.packages;
  return (
    <main id="main" className="print-stage container-page flex-1 space-y-8 py-10">
      <div className="print-screen space-y-6">
        <header className="flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0 space-y-1">
            {back ? (
              <a className="link text-sm" href={back}>
                Back to your batch
              </a>
            ) : null}
            <h1 className="text-3xl font-semibold">{title}</h1>
            <p className="text-text-muted">{description}</p>
            <BatchCode code={batchId} />
          </div>
          <div className="space-y-2">
            <div className="flex flex-wrap gap-2">
              <PrintButton />
              {other ? (
                <a
                  className={buttonStyle({ variant: "secondary" })}
                  href={withQuery(other.path, sameQuery(query))}
                >
                  {other.label}
                </a>
              ) : null}
            </div>
            <p className="text-sm text-text-muted">
              Printing somewhere else? Choose “Save as PDF” when you print, then print that file there.
            </p>
          </div>
        </header>
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <nav aria-label="Paper size" className="flex flex-wrap items-center gap-1">
            <span className="pr-2 text-sm text-text-muted">Paper</span>
            {(Object.keys(paperSizes) as PaperSize[]).map((size) => (
              <Choice key={size} href={here({ size })} isChosen={size === query.size}>
                {paperSizes[size]}
              </Choice>
            ))}
          </nav>
          <p className="print-size-hint">Choose the same paper size when you print.</p>
          {hasPackages ? (
            <nav aria-label="Number of packages" className="flex flex-wrap items-center gap-1">
              <span className="pr-2 text-sm text-text-muted">Packages</span>
              {count > 1 ? (
                <Step href={here({ packages: String(count - 1) })} sign="−" label="Remove a package" />
              ) : null}
              <span className="min-w-6 text-center text-sm font-medium tabular-nums">{count}</span>
              {count < MAX_PACKAGES ? (
                <Step href={here({ packages: String(count + 1) })} sign="+" label="Add a package" />
              ) : null}
            </nav>
          ) : null}
        </div>
        {aside}
      </div>
      <div>{children}</div>
    </main>
  );
}

function Step({ href, sign, label }: { href: string; sign: string; label: string }) {
  return (
    <a className={buttonStyle({ variant: "secondary", size: "sm" })} href={href} aria-label={label}>
      {sign}
    </a>
  );
}

export function Choice({ href, isChosen, children }: { href: string; isChosen: boolean; children: string }) {
  return (
    <a
      href={href}
      aria-current={isChosen ? "true" : undefined}
      className={buttonStyle({ variant: isChosen ? "secondary" : "quiet", size: "sm" })}
    >
      {children}
    </a>
  );
}

function sameQuery(query: PrintQuery): Record<string, string | undefined> {
  const packages = query.packages > 1 ? String(query.packages) : undefined;
  return { ...query, packages, only: query.only?.toString() };
}
