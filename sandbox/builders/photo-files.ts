import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const EXIF = {
  IFD0: { Copyright: "secret owner" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100" },
};

export function aPhotoFile(background = "#456"): Promise<Buffer> {
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background } });
  return picture.jpeg().withExif(EXIF).withMetadata({ orientation: 6 }).toBuffer();
}

/** Adds the scan header that many Samsung phones write (last three bytes 0) and decoders warn about. */
export function withSamsungScan(jpeg: Buffer): Buffer {
  const file = Buffer.from(jpeg);
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  const length = file.readUInt16BE(scan + 2);
  return file.fill(0, scan + 2 + length - 3, scan + 2 + length);
}

/** Returns a PNG whose header claims more lines than it contains. */
export function aPngFile(width: number, height: number, lines = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const data = deflateSync(Buffer.alloc(lines * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4);
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

export const aHeicFile = () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
