/** The looks in which a screen of the full suite must be accessible. */
export const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [320, 1280].map((width) => ({
    name: `${colorScheme}, ${width} px`,
    colorScheme,
    viewport: { width, height: 900 },
  })),
);
