import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { PlainMessage, type PlainMessageProps } from "@/components/ui/plain-message";

const ICONS = {
  info: { Icon: Info, color: "text-accent-text" },
  success: { Icon: CircleCheck, color: "text-success" },
  warning: { Icon: TriangleAlert, color: "text-warning" },
  danger: { Icon: CircleAlert, color: "text-danger" },
};

type MessageProps = Omit<PlainMessageProps, "icon"> & {
  /** An icon above the title. */
  tone?: keyof typeof ICONS;
};

/** Shows a message with the ways on in the middle of a card or frame that is there already. */
export function Message({ tone, ...message }: MessageProps) {
  return <PlainMessage {...message} icon={tone ? <ToneIcon tone={tone} /> : null} />;
}

/**
 * Shows a page that only says something, such as an error or a missing right: a card with the message in the middle.
 */
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
