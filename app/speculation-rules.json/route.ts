import { speculationRules } from "@/lib/marketing/public-pages";

export const dynamic = "force-static";

export function GET(): Response {
  return new Response(JSON.stringify(speculationRules()), {
    headers: { "content-type": "application/speculationrules+json", "cache-control": "public, max-age=3600" },
  });
}
