/** What may be baked into the build: names no port and no secret. */
export const publicEnv = {
  /** Address that canonical links, the sitemap and shared links carry, without a slash at the end. */
  siteUrl: (process.env.SITE_URL ?? "https://slabrelay.test").replace(/\/+$/, ""),
} as const;
