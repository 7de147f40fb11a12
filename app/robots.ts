import type { MetadataRoute } from "next";
import { publicEnv } from "@/lib/base/env-public";
import { paths } from "@/lib/base/paths";

/** Private pages have their own noindex. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: "/api/" },
    sitemap: publicEnv.siteUrl + paths.sitemap,
  };
}
