import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fallbackFaces } from "./fallback-faces.ts";

const FACES = /@font-face \{\n {2}font-family: "Inter Fallback"[\s\S]*?(?=\n\n\/\*)/;

/** `UPDATE_FALLBACK_FACES=1 npm test -- unit fallback-faces` writes them instead of comparing. */
test("what stands there before Inter has the measures that come of the fonts' own", () => {
  const path = join(process.cwd(), "app", "base.css");
  const css = readFileSync(path, "utf8");
  if (process.env.UPDATE_FALLBACK_FACES === "1") writeFileSync(path, css.replace(FACES, fallbackFaces()));
  expect(FACES.exec(readFileSync(path, "utf8"))?.[0]).toBe(fallbackFaces());
});

test("each face stands for one weight, and the widths are within a tenth of Inter's", () => {
  const sizes = [...fallbackFaces().matchAll(/size-adjust: ([\d.]+)%/g)].map(([, size]) => Number(size));
  expect(sizes).toHaveLength(4);
  for (const size of sizes) expect(Math.abs(size - 100)).toBeLessThan(10);
});
