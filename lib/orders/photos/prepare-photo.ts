import "server-only";
import sharp, { type Sharp } from "sharp";
import { AppError } from "@/lib/base/errors";

// Caching is useless, because no photo is processed twice.
sharp.cache(false);

/** JPEG in two sizes, upright, without metadata. */
export type PreparedPhoto = { full: Buffer; small: Buffer };

/** Maximum concurrent decodes. Others wait, to limit memory. */
const AT_ONCE = 2;
const SECONDS = 10;

let inProgress = 0;
const waiting: (() => void)[] = [];

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * Decodes and re-encodes an uploaded photo. Throws 415 for other formats (with a message of its own for HEIC), and
 * 422 for a broken file or too many pixels, which are checked before decoding.
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
    // sharp detects the format itself. It would accept an SVG, which can reference files and URLs.
    const found = (await picture.metadata()).format;
    if (found !== format) throw new Error(`begins as ${format} and is ${found}`);
    const full = await encoded(picture.rotate(), 2048, 82);
    return { full, small: await encoded(sharp(full), 320, 75) };
  };
  return inTurn(async () => {
    try {
      if (format !== "jpeg") return await decode(bytes, "warning");
      // Many Samsung phones write a wrong scan header, and decoders only warn about it. A missing end marker is an
      // error. With the marker added, they warn if image data is missing too.
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

/** Encodes a JPEG of at most `side` pixels per side. sharp drops metadata by default. */
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
    // Passes this slot to the next photo in line.
    if (next) next();
    else inProgress--;
  }
}

type PhotoFormat = "jpeg" | "png" | "webp" | "heic";

/** Container brands of HEIC and AVIF. */
const HEIC_BRANDS = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|msf1|avif|avis)$/;

/** Returns a file's format from its first bytes. Null if it isn't a photo. */
export function formatOf(bytes: Uint8Array): PhotoFormat | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && HEIC_BRANDS.test(text(8, 12))) return "heic";
  return null;
}

/**
 * Returns the pixel limit. Only JPEGs are decoded line by line, so even a phone's largest (50 million) needs little
 * memory.
 */
export function maxPixels(format: PhotoFormat): number {
  return format === "jpeg" ? 64_000_000 : 40_000_000;
}
