import type { MetadataRoute } from "next";
import { publicEnv } from "@/lib/base/env-public";
import { paths } from "@/lib/base/paths";

/** Tells search engines to read all but the endpoints; each private page says by itself that it is not to be listed. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: "/api/" },
    sitemap: publicEnv.siteUrl + paths.sitemap,
  };
}
