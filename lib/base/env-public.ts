/** Holds the settings that may be baked into the build, because they name no port and no secret. */
export const publicEnv = {
  /** Canonical links, the sitemap and shared links carry this address, which has no slash at its end. */
  siteUrl: (process.env.SITE_URL ?? "https://slabrelay.test").replace(/\/+$/, ""),
} as const;
