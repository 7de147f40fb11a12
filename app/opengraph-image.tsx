import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { site } from "@/lib/base/site";
import { ShareImage } from "@/lib/marketing/share-image";

export const alt = `${site.name}: ${site.tagline}`;
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

/** Draws the image that shows where a link to us is shared; drawn once, at build time. */
export default async function OpengraphImage() {
  const [regular, bold] = await Promise.all([readFont(400), readFont(600)]);
  return new ImageResponse(<ShareImage />, {
    ...size,
    fonts: [
      { name: "Inter", data: regular, weight: 400, style: "normal" },
      { name: "Inter", data: bold, weight: 600, style: "normal" },
    ],
  });
}

/** Reads a font's file as woff: the image's text engine does not read the woff2 of the pages. */
function readFont(weight: 400 | 600): Promise<Buffer> {
  return readFile(
    join(process.cwd(), `node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff`),
  );
}
