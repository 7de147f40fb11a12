import "server-only";
import sharp, { type Sharp } from "sharp";
import { AppError } from "@/lib/base/errors";

// No photograph comes twice.
sharp.cache(false);

/** A photograph as it is kept: JPEG in two sizes, upright, without a word of where, when and with what it was taken. */
export type PreparedPhoto = { full: Buffer; small: Buffer };

/** Decoded at once; the others wait, so that a rush costs time in place of memory. */
const AT_ONCE = 2;
const SECONDS = 10;

let inProgress = 0;
const waiting: (() => void)[] = [];

/** Ends a JPEG file. */
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * Makes what is kept of a photograph. Nothing of the file itself is: it is decoded and written anew. Throws 415 for what
 * is no photograph by its bytes, with a text of its own for HEIC, and 422 for one that is broken or has too many pixels,
 * which is checked before it is decoded.
 */
export async function preparePhoto(bytes: Buffer): Promise<PreparedPhoto> {
  const format = formatOf(bytes);
  if (format === null) throw new AppError("photo_unknown");
  if (format === "heic") throw new AppError("photo_heic");
  const decode = async (file: Buffer, failOn: "warning" | "error"): Promise<PreparedPhoto> => {
    const picture = sharp(file, {
      limitInputPixels: maxPixels(format),
      failOn,
      sequentialRead: true,
      pages: 1,
    });
    // The library looks for itself what a file is. An SVG can name files and addresses, and it would read one.
    const found = (await picture.metadata()).format;
    if (found !== format) throw new Error(`begins as ${format} and is ${found}`);
    const full = await encoded(picture.rotate(), 2048, 82);
    return { full, small: await encoded(sharp(full), 320, 75) };
  };
  return inTurn(async () => {
    try {
      if (format !== "jpeg") return await decode(bytes, "warning");
      // Decoders only warn of the wrong scan header that many Samsung phones write. A JPEG without its end marker is an
      // error; with the marker added, they warn if image data is missing too.
      return await decode(bytes, "error").catch((error: unknown) => {
        if (/timeout|pixel limit/i.test(String(error))) throw error;
        return decode(Buffer.concat([bytes, END_OF_IMAGE]), "warning");
      });
    } catch (cause) {
      const isTooLarge = /pixel limit|dimensions/i.test(String(cause));
      throw new AppError(isTooLarge ? "photo_too_many_pixels" : "photo_unreadable", { cause });
    }
  });
}

/** Writes a picture as JPEG whose longer side has so many pixels at most. Metadata is left out unless it is asked for. */
function encoded(picture: Sharp, side: number, quality: number): Promise<Buffer> {
  return picture
    .timeout({ seconds: SECONDS })
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality })
    .toBuffer();
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (inProgress >= AT_ONCE) await new Promise<void>((next) => waiting.push(next));
  else inProgress++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // Its place goes to the next one.
    if (next) next();
    else inProgress--;
  }
}

/** Names what a file is, by its bytes. */
type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

/** Brands of the container that HEIC and AVIF pictures come in. */
const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1|avif|avis)$/;

/**
 * Returns what a file is by how it begins; its name and what its sender says of it count for nothing. Null for everything
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
 * Returns how many pixels a picture may have. A JPEG is read line by line, so that the largest of a telephone (50 million)
 * costs little memory; the others are not.
 */
export function maxPixels(format: PhotoFormat): number {
  return format === "jpeg" ? 64_000_000 : 40_000_000;
}
