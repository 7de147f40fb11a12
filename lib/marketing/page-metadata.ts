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

/**
 * Tells what every page does, public or not: where it stands, its title's form, its icons. A page's own values replace
 * these.
 */
export const documentMetadata: Metadata = {
  metadataBase: new URL(publicEnv.siteUrl),
  title: { template: `%s · ${site.name}`, default: `${site.name}: ${site.tagline}` },
  description: `${site.tagline}.`,
  icons: { icon: { url: paths.icon, type: "image/svg+xml" }, apple: paths.touchIcon },
};

/** Colours the browser's own bar as the page's surface (`--surface` in app/base.css), light and dark. */
export const documentViewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf8" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0e11" },
  ],
};

type PublicPage = {
  /** Without the product's name, which is added. */
  title: string;
  description: string;
  /** The page's one address, without query. */
  path: string;
};

/**
 * Builds what a public page tells search engines and the services where its link is shared; all addresses are
 * absolute.
 */
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
