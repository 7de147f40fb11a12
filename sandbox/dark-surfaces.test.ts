import { readFileSync } from "node:fs";
import { join } from "node:path";

const css = readFileSync(join(process.cwd(), "app", "base.css"), "utf8");
const [light = "", dark = ""] = css.split("@media (prefers-color-scheme: dark)");

/** Answers how light a colour is in one of the two schemes, from 0 to 1. */
const lightness = (scheme: string, name: string) =>
  Number(new RegExp(`--${name}: oklch\\(([\\d.]+) `).exec(scheme)?.[1]);

/** Of two surfaces that are closer than this a frame alone tells where one ends. */
const SEEN = 0.025;

test.each(["surface", "surface-raised"])("what is chosen, neutral or at rest is seen on a %s", (ground) => {
  for (const scheme of [light, dark]) {
    const step = lightness(scheme, "surface-sunken") - lightness(scheme, ground);
    expect(Math.abs(step)).toBeGreaterThan(SEEN);
  }
});

test("in the dark it is lighter than both: a darker one is lost between black and black", () => {
  expect(lightness(dark, "surface-sunken")).toBeGreaterThan(lightness(dark, "surface-raised"));
});
