import type { MetadataRoute } from "next";
import { publicEnv } from "@/lib/base/env-public";
import { paths } from "@/lib/base/paths";
import { POLICIES } from "@/lib/marketing/policies";

export default function sitemap(): MetadataRoute.Sitemap {
  const policies = POLICIES.map(({ path }) => path);
  const listed = [paths.home, paths.pricing, paths.trackSample, paths.signup, paths.login, ...policies];
  return listed.map((path) => ({ url: publicEnv.siteUrl + path }));
}
