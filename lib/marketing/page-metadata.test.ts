process.env.SITE_URL = "https://slabrelay.test";

import type { documentMetadata, publicMetadata } from "@/lib/marketing/page-metadata";

type Loaded = { documentMetadata: typeof documentMetadata; publicMetadata: typeof publicMetadata };

// The address is read when the module is loaded, so it is loaded after that is set, by each test anew.
beforeEach(() => jest.resetModules());
const loaded = () => jest.requireActual<Loaded>("@/lib/marketing/page-metadata");

test("every page stands on this site, under its name and with its icons", () => {
  expect(loaded().documentMetadata).toEqual({
    metadataBase: new URL("https://slabrelay.test"),
    title: { template: "%s · SlabRelay", default: expect.stringMatching(/^SlabRelay: \w+/) },
    description: expect.stringMatching(/^\w.+\.$/),
    icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
  });
});

test("a public page names itself once, by its one address", () => {
  const metadata = loaded().publicMetadata({
    title: "Pricing",
    description: "What it costs.",
    path: "/pricing",
  });
  expect(metadata.title).toEqual({ absolute: "Pricing · SlabRelay" });
  expect(metadata.alternates?.canonical).toBe("https://slabrelay.test/pricing");
  expect(metadata.openGraph).toMatchObject({ url: "https://slabrelay.test/pricing", locale: "en_US" });
});

test("where a link is shared, the same words and picture show", () => {
  const { openGraph, twitter } = loaded().publicMetadata({ title: "A", description: "B", path: "/" });
  expect(twitter).toMatchObject({ title: "A · SlabRelay", description: "B", images: openGraph?.images });
  expect(openGraph?.images).toEqual([
    expect.objectContaining({ url: "https://slabrelay.test/opengraph-image", width: 1200, height: 630 }),
  ]);
});

test("a shared link shows as a page of this site, with a large picture", () => {
  const { description, openGraph, twitter } = loaded().publicMetadata({
    title: "Pricing",
    description: "What it costs.",
    path: "/pricing",
  });
  const words = { title: "Pricing · SlabRelay", description: "What it costs." };
  const images = [
    {
      url: "https://slabrelay.test/opengraph-image",
      width: 1200,
      height: 630,
      alt: expect.stringMatching(/^SlabRelay: .+/),
    },
  ];
  expect(description).toBe("What it costs.");
  expect(openGraph).toEqual({
    type: "website",
    siteName: "SlabRelay",
    locale: "en_US",
    url: "https://slabrelay.test/pricing",
    ...words,
    images,
  });
  expect(twitter).toEqual({ card: "summary_large_image", ...words, images });
});
