import { Section } from "react-email";
import { paint } from "@/lib/email/layout/paint";

const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

type SlabLabelProps = { caption: string; value: string; aside: string };

/** The one thing to copy from a mail, set like the label of a graded slab. */
export function SlabLabel({ caption, value, aside }: SlabLabelProps) {
  const small = { fontSize: 13, lineHeight: "18px", fontWeight: 600 } as const;
  return (
    <Section
      {...paint(["accentEdge"], {
        marginTop: 20,
        borderWidth: 2,
        borderStyle: "solid",
        borderRadius: 10,
        borderCollapse: "separate",
      })}
    >
      <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0}>
        <tbody>
          <tr>
            <td {...paint(["accent", "onAccent"], { ...small, padding: "7px 16px" })}>{caption}</td>
            <td align="right" {...paint(["accent", "onAccent"], { ...small, padding: "7px 16px" })}>
              {aside}
            </td>
          </tr>
          <tr>
            <td colSpan={2} style={{ padding: "20px 12px" }} align="center">
              <span
                {...withClass(
                  paint(["ink"], {
                    fontFamily: MONO,
                    fontSize: 28,
                    lineHeight: "36px",
                    fontWeight: 700,
                    wordBreak: "break-word",
                  }),
                )}
              >
                {value}
              </span>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}

function withClass({ className, style }: ReturnType<typeof paint>) {
  return { className: `${className} x-id`, style };
}
