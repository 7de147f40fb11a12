import { Heading } from "react-email";
import { paint } from "@/lib/email/layout/paint";

type MailHeadingProps = { level: 1 | 2; children: string };

/** Heading of the mail (1) or of one of its parts (2). */
export function MailHeading({ level, children }: MailHeadingProps) {
  const look =
    level === 1
      ? { margin: "0 0 8px", fontSize: 30, lineHeight: "36px", letterSpacing: "-0.02em" }
      : { margin: "0 0 14px", fontSize: 18, lineHeight: "24px", letterSpacing: "-0.01em" };
  const { className, style } = paint(["ink"], { ...look, fontWeight: 600 });
  return (
    <Heading as={`h${level}`} className={level === 1 ? `${className} x-h1` : className} style={style}>
      {children}
    </Heading>
  );
}
