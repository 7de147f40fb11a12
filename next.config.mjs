import { readdirSync } from "node:fs";
import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { publicSettings } from "./lib/base/public-settings.mjs";

/** `camera`: () for nobody, (self) for our own page. */
const permissions = (camera) => ({
  key: "permissions-policy",
  value: `accelerometer=(), camera=${camera}, geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()`,
});

const everywhere = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "x-frame-options", value: "DENY" },
  { key: "referrer-policy", value: "no-referrer" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  { key: "cross-origin-resource-policy", value: "same-origin" },
  { key: "origin-agent-cluster", value: "?1" },
  permissions("()"),
  { key: "strict-transport-security", value: "max-age=63072000; includeSubDomains; preload" },
];

// React's development build evaluates code to show where an error came from.
const development = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";

/** The same bytes for everybody; lib/marketing/public-pages.ts has the same list, and a test compares them. */
const publicPages = ["/", "/pricing", "/terms", "/privacy", "/refunds", "/insurance", "/track/sample"];

/** The public pages are prerendered, so they cannot carry a nonce; Next's own bootstrap script is inline. */
const publicPolicy = [
  "default-src 'none'",
  `script-src 'self' 'unsafe-inline'${development}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** A build for people must name all of them, and the server that runs the build later says the same. */
function partOfTheBuild(phase) {
  const given = Object.entries(publicSettings).map(([name, [form, example]]) => {
    const value = process.env[name] ?? "";
    if (phase === PHASE_PRODUCTION_BUILD && !form.test(value)) {
      const problem = value ? "malformed" : "missing";
      throw new Error(`${name} is ${problem} (example: ${example}). It is part of the build.`);
    }
    return [name, value];
  });
  // The empty ones too: a name that the build does not know would be looked up in the browser, which has no settings.
  return Object.fromEntries(given);
}

/** Which migrations the build needs: a process is ready where the database has had them all. */
const MIGRATIONS = readdirSync(new URL("supabase/migrations", import.meta.url))
  .map((file) => file.slice(0, 14))
  .sort()
  .join(" ");

/** @returns {import("next").NextConfig} */
export default (phase) => ({
  env: { ...partOfTheBuild(phase), MIGRATIONS },
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  devIndicators: false,
  experimental: {
    // Middleware keeps the whole body of a POST, twice, before any handler or limit sees it: 10 MB unless this says less.
    proxyClientMaxBodySize: "64kb",
    turbopackSourceMaps: process.env.BUILDS_FOR_A_LOOK !== "1",
    // A first build on the sandbox is for a look: to keep what the next one could use costs a sixth of its processor time.
    turbopackFileSystemCacheForBuild: process.env.BUILDS_FOR_A_LOOK !== "1",
  },
  // The tests check types in a stage of their own, beside the build.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === "1" },
  headers: async () => [
    { source: "/:path*", headers: everywhere },
    // The desk alone reads codes with a camera; the later entry counts.
    { source: "/admin/receive", headers: [permissions("(self)")] },
    ...publicPages.map((source) => ({
      source,
      headers: [
        { key: "content-security-policy", value: publicPolicy },
        // Which of them a browser may load ahead: lib/marketing/speculation-rules.ts.
        { key: "speculation-rules", value: '"/speculation-rules.json"' },
      ],
    })),
    {
      source: "/api/:path*",
      headers: [{ key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" }],
    },
    // Made to be shown elsewhere.
    { source: "/opengraph-image", headers: [{ key: "cross-origin-resource-policy", value: "cross-origin" }] },
  ],
});
