import { formatOf, maxPixels } from "@/lib/orders/photos/photo-format";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["\xff\xd8\xff\xe0\0\x10JFIF", "jpeg"],
  ["\x89PNG\r\n\x1a\n\0\0", "png"],
  ["RIFF\x24\0\0\0WEBPVP8 ", "webp"],
  ["\0\0\0\x18ftypheic\0\0\0\0", "heic"],
  ["\0\0\0\x18ftypmif1\0\0\0\0", "heic"],
  ["\0\0\0\x18ftypavif\0\0\0\0", "heic"],
  ["\0\0\0\x18ftypmp42\0\0\0\0", null],
  ["<script>alert(1)</script>", null],
  ["<svg xmlns='http://www.w3.org/2000/svg'/>", null],
  ["GIF89a", null],
  ["RIFF\x24\0\0\0WAVE", null],
  ["\xff\xd8", null],
  ["", null],
])("%j is %j", (text, format) => {
  expect(formatOf(bytes(text))).toBe(format);
});

test("a telephone's largest JPEG fits, a PNG of its size does not", () => {
  expect(maxPixels("jpeg")).toBeGreaterThan(50_300_000);
  expect(maxPixels("png")).toBeLessThan(50_300_000);
});
