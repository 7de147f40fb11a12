/** Names what a file is, by its bytes. */
export type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

/** Brands of the container that HEIC and AVIF pictures come in. */
const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1|avif|avis)$/;

/**
 * Tells what a file is by how it begins; its name and what its sender says of it count for nothing. Null for everything
 * that is no photograph.
 */
export function formatOf(bytes: Uint8Array): PhotoFormat | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && HEIC_BRANDS.test(text(8, 12))) return "heic";
  return null;
}

/**
 * Answers how many pixels a picture may have. A JPEG is read line by line, so that the largest of a telephone (50 million)
 * costs little memory; the others are not.
 */
export function maxPixels(format: PhotoFormat): number {
  return format === "jpeg" ? 64_000_000 : 40_000_000;
}
