import { Section } from "react-email";
import { paint } from "@/lib/email/layout/paint";

const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,Liberation Mono,monospace";
const small = { fontSize: 13, lineHeight: "18px" } as const;
const band = { ...small, fontWeight: 600, padding: "7px 16px" } as const;

type SlabLabelProps = {
  caption: string;
  aside?: string;
  value: string;
  hint: string;
};

/** Shows the one thing to copy from a mail (a batch ID, a code), set like the label of a graded slab. */
export function SlabLabel({ caption, aside, value, hint }: SlabLabelProps) {
  const id = paint(["ink"], {
    margin: 0,
    fontFamily: MONO,
    fontSize: 28,
    lineHeight: "36px",
    fontWeight: 700,
    wordBreak: "break-word",
  });
  return (
    <Section
      data-slab={`${caption}: ${value}`}
      data-hint={hint}
      {...paint(["accentEdge", "accent"], {
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
            <td {...paint(["onAccent"], band)}>{caption}</td>
            <td align="right" {...paint(["onAccent"], band)}>
              {aside}
            </td>
          </tr>
          <tr>
            <td
              colSpan={2}
              align="center"
              {...paint(["sheet"], { padding: "20px 12px 18px", borderRadius: "0 0 8px 8px" })}
            >
              <p className={`${id.className} x-id`} style={id.style}>
                {value}
              </p>
              <p {...paint(["muted"], { ...small, margin: "4px 0 0" })}>{hint}</p>
            </td>
          </tr>
        </tbody>
      </table>
    </Section>
  );
}
