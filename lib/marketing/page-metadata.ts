import type { Metadata, Viewport } from "next";
import { publicEnv } from "@/lib/base/env-public";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

const shareImage = {
  url: publicEnv.siteUrl + paths.shareImage,
  width: 1200,
  height: 630,
  alt: `${site.name}: ${site.tagline}`,
};

/** Metadata of every page. A page's own values win. */
export const documentMetadata: Metadata = {
  metadataBase: new URL(publicEnv.siteUrl),
  title: { template: `%s · ${site.name}`, default: `${site.name}: ${site.tagline}` },
  description: `${site.tagline}.`,
  icons: { icon: { url: paths.icon, type: "image/svg+xml" }, apple: paths.touchIcon },
};

/** Match `--surface` in app/base.css. */
export const documentViewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf8" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0e11" },
  ],
};

type PublicPage = {
  /** Without the product's name. */
  title: string;
  description: string;
  /** Canonical path, without query. */
  path: string;
};

export function publicMetadata({ title, description, path }: PublicPage): Metadata {
  const address = publicEnv.siteUrl + path;
  const fullTitle = `${title} · ${site.name}`;
  return {
    title: { absolute: fullTitle },
    description,
    alternates: { canonical: address },
    openGraph: {
      type: "website",
      siteName: site.name,
      locale: "en_US",
      url: address,
      title: fullTitle,
      description,
      images: [shareImage],
    },
    twitter: { card: "summary_large_image", title: fullTitle, description, images: [shareImage] },
  };
}

/** Returns the metadata of a page whose address is a secret. */
export function secretLinkMetadata(title: string): Metadata {
  return { title, robots: { index: false, follow: false, noarchive: true }, referrer: "no-referrer" };
}
