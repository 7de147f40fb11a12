import type { ReactNode } from "react";
import { Text } from "react-email";
import { paint } from "@/lib/email/layout/paint";

type ParagraphProps = { children: ReactNode; tone?: "ink" | "muted"; size?: number; weight?: number };

/** Running text. */
export function Paragraph({ children, tone = "ink", size = 15, weight = 400 }: ParagraphProps) {
  const lineHeight = `${Math.round(size * 1.55)}px`;
  return (
    <Text {...paint([tone], { margin: "0 0 6px", fontSize: size, lineHeight, fontWeight: weight })}>
      {children}
    </Text>
  );
}
