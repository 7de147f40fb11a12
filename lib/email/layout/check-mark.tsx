import { paint } from "@/lib/email/layout/paint";

/** A tick in a circle, as a letter: mail programs block pictures. */
export function CheckMark() {
  return (
    <div
      aria-hidden="true"
      data-skip-in-text
      {...paint(["good", "goodSoft"], {
        width: 40,
        height: 40,
        marginBottom: 16,
        borderRadius: 20,
        fontSize: 20,
        fontWeight: 700,
        lineHeight: "40px",
        textAlign: "center",
      })}
    >
      {"\u2713"}
    </div>
  );
}
