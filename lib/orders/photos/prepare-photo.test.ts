import sharp from "sharp";
import { preparePhoto } from "@/lib/orders/photos/prepare-photo";
import { aHeicFile, aPhotoFile, aPngFile, withSamsungScan } from "@/sandbox/builders/photo-files";

const MB = 1_000_000;
const cutBy = (file: Buffer, part: number) => file.subarray(0, file.length * (1 - part));
/** A PNG of 900 million pixels, which takes long to build. */
let bomb: Buffer | undefined;
const aBomb = () => {
  bomb ??= aPngFile(30_000, 30_000);
  return bomb;
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

test("what is kept is upright, in two sizes, and says nothing of where it was taken", async () => {
  const file = await aPhotoFile();
  expect(file.includes("GPS") || file.includes("secret owner")).toBe(true);
  expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 1200 });
  const { full, small } = await preparePhoto(file);
  for (const [kept, width, height] of [
    [full, 900, 1200],
    [small, 240, 320],
  ] as const) {
    const about = await sharp(kept).metadata();
    expect(about).toMatchObject({ format: "jpeg", width, height });
    const { exif, xmp, iptc, orientation } = about;
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    for (const word of ["GPS", "Exif", "secret owner"]) expect(kept.includes(word)).toBe(false);
  }
});

test("a large picture becomes 2,048 pixels, a small one stays as it is", async () => {
  const of = (width: number) =>
    sharp({ create: { width, height: 100, channels: 3, background: "#fff" } })
      .jpeg()
      .toBuffer();
  const widthOf = async (width: number) =>
    (await sharp((await preparePhoto(await of(width))).full).metadata()).width;
  expect([await widthOf(5000), await widthOf(200)]).toEqual([2048, 200]);
});

test.each(["png", "webp"] as const)("%s becomes JPEG", async (format) => {
  const background = { r: 1, g: 2, b: 3, alpha: 0 };
  const picture = sharp({ create: { width: 50, height: 40, channels: 4, background } });
  const { full } = await preparePhoto(await picture.toFormat(format).toBuffer());
  expect(await sharp(full).metadata()).toMatchObject({ format: "jpeg", width: 50, hasAlpha: false });
});

test("accepts a JPEG with the scan header of a Samsung phone", async () => {
  const file = withSamsungScan(await aPhotoFile());
  const strict = sharp(file, { failOn: "warning" }).toBuffer();
  await expect(strict).rejects.toThrow("Invalid SOS parameters for sequential JPEG");
  expect(await sharp((await preparePhoto(file)).full).metadata()).toMatchObject({ width: 900, height: 1200 });
});

test("accepts a JPEG that lacks only its end marker", async () => {
  const { full } = await preparePhoto((await aPhotoFile()).subarray(0, -2));
  expect(await sharp(full).metadata()).toMatchObject({ width: 900, height: 1200 });
});

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ["a script", () => Buffer.from("<script>alert(1)</script>"), "photo_unknown"],
  ["an SVG", () => Buffer.from(SVG), "photo_unknown"],
  ["a GIF", () => Buffer.from("GIF89a<script>"), "photo_unknown"],
  ["nothing", () => Buffer.alloc(0), "photo_unknown"],
  ["a HEIC photograph", aHeicFile, "photo_heic"],
  ["a JPEG without its last 5%", async () => cutBy(await aPhotoFile(), 0.05), "photo_unreadable"],
  [
    "a Samsung phone's JPEG without its last 5%",
    async () => cutBy(withSamsungScan(await aPhotoFile()), 0.05),
    "photo_unreadable",
  ],
  ["a JPEG without its last 3 bytes", async () => (await aPhotoFile()).subarray(0, -3), "photo_unreadable"],
  ["half of a JPEG", async () => (await aPhotoFile()).subarray(0, 3_000), "photo_unreadable"],
  ["a script that begins as a JPEG", () => Buffer.from("\xff\xd8\xff<script>", "latin1"), "photo_unreadable"],
  ["an SVG that begins as a WebP", () => Buffer.from(`RIFFaaaaWEBP${SVG}`), "photo_unreadable"],
  ["a PNG whose lines are missing", () => aPngFile(600, 600, 10), "photo_unreadable"],
  ["a PNG of 900 million pixels", aBomb, "photo_too_many_pixels"],
])("%s is refused", async (_, file, code) => {
  await expect(preparePhoto(await file())).rejects.toMatchObject({ code });
});

test("a pixel bomb costs no memory", async () => {
  const bomb = aBomb();
  const before = process.memoryUsage().rss;
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => preparePhoto(bomb)));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => "rejected"));
  expect(process.memoryUsage().rss - before).toBeLessThan(60 * MB);
});

test("of many at once each gets its turn, also behind one that is refused", async () => {
  const file = await aPhotoFile();
  const files = Array.from({ length: 9 }, (_, index) => (index % 3 ? file : aPngFile(600, 600, 10)));
  const all = await Promise.allSettled(files.map(preparePhoto));
  expect(all.map(({ status }) => status === "fulfilled")).toEqual(files.map((one) => one === file));
});
