import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

type SectionProps = {
  id: string;
  title: string;
  lead: string;
  /** Sets the part apart from its neighbours. */
  isSunken?: boolean;
  /** Stands beside the heading, where there is room. */
  aside?: ReactNode;
  /** The style of how the heading and what follows it stand; without, one below the other. */
  layout?: string;
  children: ReactNode;
};

/** Shows one part of the landing page under its heading; `id` is its address on the page. */
export function Section({ id, title, lead, isSunken, aside, layout, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cx("part", isSunken && "bg-surface-band")}>
      <div className={cx("container-page", layout)}>
        <header>
          <div>
            <h2 id={`${id}-title`}>{title}</h2>
            <p>{lead}</p>
          </div>
          {aside}
        </header>
        {children}
      </div>
    </section>
  );
}
