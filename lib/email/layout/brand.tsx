import { site } from "@/lib/base/site";
import { paint } from "@/lib/email/layout/paint";

/** Shows the product's mark and name. The mark, a slab, is drawn in table cells because mail programs drop SVG. */
export function Brand() {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td
            {...paint(["accent"], {
              width: 13,
              height: 20,
              padding: "3px 3.5px",
              borderRadius: 4,
              lineHeight: 0,
            })}
          >
            <div style={{ height: 4, borderRadius: 1, backgroundColor: "#ffffff" }} />
            <div
              style={{
                height: 10,
                marginTop: 3,
                border: "1.5px solid #ffffff",
                borderRadius: 1,
                fontSize: 0,
              }}
            />
          </td>
          <td
            {...paint(["ink"], { paddingLeft: 10, fontSize: 17, fontWeight: 600, letterSpacing: "-0.01em" })}
          >
            {site.name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
