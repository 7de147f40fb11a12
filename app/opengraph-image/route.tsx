import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { ShareImage } from "@/lib/marketing/share-image";

export const dynamic = "force-static";

/**
 * Draws, at build time, the image that shows where a link to us is shared. A route and not one of Next's metadata files,
 * which would add it to its built-in 404 page, with an address on localhost.
 */
export async function GET(): Promise<Response> {
  const [regular, bold] = await Promise.all([readFont(400), readFont(600)]);
  return new ImageResponse(<ShareImage />, {
    width: 1200,
    height: 630,
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
