import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { site } from "@/lib/base/site";

/** Holds what a message may show; only its text is required. */
export type PlainMessageProps = {
  title?: ReactNode;
  /** Level of the title; the page's structure decides. */
  level?: 1 | 2;
  /** What happened, and what to do. */
  text: ReactNode;
  /** Stands above the title. */
  icon?: ReactNode;
  /** Announces title and text where they take the place of something: an alert interrupts, a status waits. */
  role?: "alert" | "status";
  /** An id by which our support finds the case; shown below the text. */
  reference?: string | undefined;
  /** Stands between the text and the ways on. */
  children?: ReactNode;
  /** Buttons and links that lead on, the first one primary. */
  actions?: ReactNode;
  /** Offers a mail to our support as the last way on; a text is its subject. */
  support?: boolean | string;
};

/**
 * Shows the body of every message; see `Message`, which adds the icons. Used by itself only for the error page: its
 * script comes with every page of the product, which the set of icons would make heavier.
 */
export function PlainMessage(props: PlainMessageProps) {
  const { title, level = 1, text, icon, role, reference, children, actions, support } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="space-y-6 text-center">
      <div role={role} className="space-y-3">
        {icon}
        {title ? (
          <Heading className={level === 1 ? "text-2xl font-semibold" : "text-lg font-semibold"}>
            {title}
          </Heading>
        ) : null}
        <p className="wrap-break-word text-text-muted">{text}</p>
        {reference ? (
          <p className="text-xs wrap-anywhere text-text-muted">
            Reference ID: <code>{reference}</code>
          </p>
        ) : null}
      </div>
      {children}
      {actions || support ? (
        <div className="flex flex-wrap justify-center gap-3">
          {actions}
          {support ? (
            <ButtonLink variant="quiet" href={mailTo(support)}>
              Contact Support
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function mailTo(support: true | string): string {
  const address = `mailto:${site.contactEmail}`;
  return support === true ? address : `${address}?subject=${encodeURIComponent(support)}`;
}
