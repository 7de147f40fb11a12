import type { ReactNode } from "react";
import { Section } from "react-email";
import { MailHeading } from "@/lib/email/layout/mail-heading";
import { paint } from "@/lib/email/layout/paint";

/** One part of a mail's sheet, parted from the one above by a line. */
export function MailPart({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Section
      {...paint(["edge"], {
        borderTopWidth: title ? 1 : 0,
        borderTopStyle: "solid",
        borderCollapse: "separate",
        padding: "28px 36px",
      })}
      tdClassName="x-gutter"
    >
      {title ? <MailHeading level={2}>{title}</MailHeading> : null}
      {children}
    </Section>
  );
}
