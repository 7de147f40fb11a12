import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { ShareImage } from "@/lib/marketing/share-image";

export const dynamic = "force-static";

/** Draws the share image at build time. A route, because Next.js would add a metadata file to its 404 page too. */
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

/** The image engine supports woff but not woff2. */
function readFont(weight: 400 | 600): Promise<Buffer> {
  return readFile(
    join(process.cwd(), `node_modules/@fontsource/inter/files/inter-latin-${weight}-normal.woff`),
  );
}
