import { createRequire } from "node:module";

type Metrics = { xWidthAvg: number; unitsPerEm: number; ascent: number; descent: number };
type Font = Metrics & { variants?: Record<string, Metrics> };

/** What next/font knows of real fonts: measures of the files themselves, widths by how often letters are used. */
const fonts = createRequire(import.meta.url)("next/dist/server/capsize-font-metrics.json") as Record<
  string,
  Font
>;

/**
 * Each stands in for Inter until that is there. Fonts of one width share a face: Helvetica and Liberation Sans have Arial's.
 * Android has Roboto alone, whose bold is narrower. The pages write in 400 and 500, for which the regular one stands, and in
 * 600 and more.
 */
const FACES = [
  { name: "Inter Fallback", like: "arial", isBold: false, local: ["Arial", "Helvetica", "Liberation Sans"] },
  {
    name: "Inter Fallback",
    like: "arial",
    isBold: true,
    local: ["Arial Bold", "Helvetica Bold", "Liberation Sans Bold"],
  },
  { name: "Inter Roboto", like: "roboto", isBold: false, local: ["Roboto", "Roboto-Regular"] },
  { name: "Inter Roboto", like: "roboto", isBold: true, local: ["Roboto Bold", "Roboto-Bold"] },
];

/** Writes the `@font-face` rules of app/base.css that give other fonts the measures of Inter. */
export function fallbackFaces(): string {
  return FACES.map(({ name, like, isBold, local }) => {
    const of = variantOf("inter", isBold ? "600" : "regular");
    const by = variantOf(like, isBold ? "700" : "regular");
    const size = of.xWidthAvg / of.unitsPerEm / (by.xWidthAvg / by.unitsPerEm);
    const percent = (part: number) => `${Math.round(part * 1000) / 10}%`;
    return `@font-face {
  font-family: "${name}";
  src: ${local.map((font) => `local("${font}")`).join(", ")};
${isBold ? "  font-weight: 600 900;\n" : ""}  ascent-override: ${percent(of.ascent / of.unitsPerEm / size)};
  descent-override: ${percent(-of.descent / of.unitsPerEm / size)};
  line-gap-override: 0%;
  size-adjust: ${percent(size)};
}`;
  }).join("\n\n");
}

function variantOf(name: string, variant: string): Metrics {
  const metrics = fonts[name]?.variants?.[variant];
  if (!metrics) throw new Error(`next/font knows no ${variant} of ${name}.`);
  return metrics;
}
