import type { MetadataRoute } from "next";
import { publicEnv } from "@/lib/base/env-public";
import { paths } from "@/lib/base/paths";
import { POLICIES } from "@/lib/marketing/policies";

/** Lists the pages that a search engine may show: those without a person in them, each at its one address. */
export default function sitemap(): MetadataRoute.Sitemap {
  const listed = [paths.home, paths.pricing, paths.signup, paths.login, ...POLICIES.map(({ path }) => path)];
  return listed.map((path) => ({ url: publicEnv.siteUrl + path }));
}
