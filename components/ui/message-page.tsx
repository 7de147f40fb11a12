import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { site } from "@/lib/base/site";

const ICONS = {
  info: { Icon: Info, color: "text-accent-text" },
  success: { Icon: CircleCheck, color: "text-success" },
  warning: { Icon: TriangleAlert, color: "text-warning" },
  danger: { Icon: CircleAlert, color: "text-danger" },
};

type MessageProps = {
  title?: ReactNode;
  /** Level of the title; the page's structure decides. */
  level?: 1 | 2;
  /** What happened, and what to do. */
  text: ReactNode;
  /** An icon above the title. */
  tone?: keyof typeof ICONS;
  /** Announces title and text where they take the place of something: an alert interrupts, a status waits. */
  role?: "alert" | "status";
  /** What our support finds the case by. */
  reference?: string | undefined;
  /** More, between the text and the ways on. */
  children?: ReactNode;
  /** The ways on: buttons and links, the first one primary. */
  actions?: ReactNode;
  /** Offers our support as the last way on; a text is the subject of the mail. */
  support?: boolean | string;
};

/** Says something and offers the ways on, in a place that a frame or a card already makes. */
export function Message(props: MessageProps) {
  const { title, level = 1, text, tone, role, reference, children, actions, support } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="space-y-6 text-center">
      <div role={role} className="space-y-3">
        {tone ? <ToneIcon tone={tone} /> : null}
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

/** A page that only says something: a card with the message in the middle. */
export function MessagePage(props: Omit<MessageProps, "level"> & { title: ReactNode }) {
  return (
    <main id="main" className="container-page max-w-xl flex-1 py-16">
      <Card>
        <Message {...props} />
      </Card>
    </main>
  );
}

function ToneIcon({ tone }: { tone: keyof typeof ICONS }) {
  const { Icon, color } = ICONS[tone];
  return <Icon className={`mx-auto size-9 ${color}`} aria-hidden="true" />;
}

function mailTo(support: true | string): string {
  const address = `mailto:${site.contactEmail}`;
  return support === true ? address : `${address}?subject=${encodeURIComponent(support)}`;
}
