import { Button } from "react-email";
import { paint } from "@/lib/email/layout/paint";

type MailButtonProps = { href: string; children: string; variant?: "primary" | "secondary" };

/** A link that looks like a button, in Outlook too. */
export function MailButton({ href, children, variant = "primary" }: MailButtonProps) {
  const look =
    variant === "primary" ? paint(["accent", "accentEdge", "onAccent"]) : paint(["sheet", "edge", "ink"]);
  return (
    <Button
      href={href}
      className={look.className}
      style={{
        padding: "12px 20px",
        borderRadius: 8,
        borderWidth: 1,
        borderStyle: "solid",
        fontSize: 15,
        fontWeight: 600,
        ...look.style,
      }}
    >
      {children}
    </Button>
  );
}

/** A button on a line of its own. */
export function ButtonRow(button: MailButtonProps) {
  return (
    <div style={{ paddingTop: 12 }}>
      <MailButton {...button} />
    </div>
  );
}
