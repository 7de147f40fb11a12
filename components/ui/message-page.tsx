import { type AlertTone, toneIcons } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { site } from "@/lib/base/site";

const COLORS = {
  info: "text-accent-text",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

type MessageProps = {
  title?: React.ReactNode;
  level?: 1 | 2;
  text: React.ReactNode;
  tone?: AlertTone;
  /** Announced by screen readers when it replaces other content. An alert interrupts, a status waits. */
  role?: "alert" | "status";
  reference?: string | undefined;
  children?: React.ReactNode;
  actions?: React.ReactNode;
  /** Adds an email link to support. A string becomes the subject. */
  support?: boolean | string;
};

export function Message(props: MessageProps) {
  const { title, level = 1, text, tone, role, reference, children, actions, support } = props;
  const subject = typeof support === "string" ? `?subject=${encodeURIComponent(support)}` : "";
  const Heading = `h${level}` as const;
  return (
    <div className="space-y-6 text-center">
      <div role={role} className="space-y-3">
        {tone ? <Icon name={toneIcons[tone]} className={`mx-auto size-9 ${COLORS[tone]}`} /> : null}
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
            <ButtonLink variant="secondary" href={`mailto:${site.contactEmail}${subject}`}>
              Contact Support
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

export function MessagePage(props: Omit<MessageProps, "level"> & { title: React.ReactNode }) {
  return (
    <main id="main" className="container-page max-w-xl flex-1 py-16">
      <Card>
        <Message {...props} />
      </Card>
    </main>
  );
}
