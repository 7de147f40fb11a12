import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bwip from "bwip-js/node";
import { PNG } from "pngjs";
import config from "../../playwright.config.ts";

const [WIDTH, HEIGHT] = [640, 480];

/** Writes the video of Chromium's fake camera: a Code 128 on white. Call it before launching with `cameraOptions`. */
export async function showLabel(text: string): Promise<void> {
  const { width, height, data } = PNG.sync.read(
    await bwip.toBuffer({ bcid: "code128", text, scale: 2, height: 20 }),
  );
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  const [left, top] = [Math.floor((WIDTH - width) / 2), Math.floor((HEIGHT - height) / 2)];
  if (left < 20 || top < 20) throw new Error("the label is too large for the picture");
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const isDark = (data[at + 3] ?? 0) > 128 && (data[at] ?? 255) < 128;
      if (isDark) light[(top + y) * WIDTH + left + x] = 16;
    }
  const frame = Buffer.concat([Buffer.from("FRAME\n"), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(PICTURES, Buffer.concat([header, frame, frame, frame]));
}

const PICTURES = join(tmpdir(), `slabrelay-camera-${process.env.PORT_OFFSET ?? 0}.y4m`);

const launched = config.use?.launchOptions;
export const cameraOptions = {
  ...launched,
  args: [
    ...(launched?.args ?? []),
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${PICTURES}`,
  ],
};
