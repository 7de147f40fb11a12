/**
 * The looks in which a screen must be accessible. At every change light and wide; the others in the hard suite, of which
 * dark and narrow is seen of every page at every change, too (every-page.spec).
 */
export const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({
    name: `${colorScheme}, ${width} px`,
    colorScheme,
    viewport: { width, height: 900 },
    details: colorScheme === "light" && width === 1280 ? {} : { tag: "@hard" },
  })),
);
