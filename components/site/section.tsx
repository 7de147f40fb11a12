import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

type SectionProps = {
  id: string;
  title: string;
  lead: string;
  /** Puts the heading beside the content where there is room. */
  isSplit?: boolean;
  /** Sets the part apart from its neighbours. */
  isSunken?: boolean;
  children: ReactNode;
};

/** Shows one part of the landing page under its heading; `id` is its address on the page. */
export function Section({ id, title, lead, isSplit, isSunken, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cx("border-b border-border py-18 last:border-b-0 sm:py-26", isSunken && "bg-surface-sunken")}
    >
      <div className={cx("container-page", isSplit && "grid gap-x-16 lg:grid-cols-[1fr_1.7fr]")}>
        <div className="mb-10 max-w-[56ch] space-y-3 sm:mb-14">
          <h2 id={`${id}-title`} className="text-3xl font-semibold">
            {title}
          </h2>
          <p className="text-lg text-text-muted">{lead}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
