import { speculationRules } from "@/lib/marketing/speculation-rules";

export const dynamic = "force-static";

/** Serves the rules that the public pages name in their header; a browser asks for them once an hour. */
export function GET(): Response {
  return new Response(JSON.stringify(speculationRules()), {
    headers: { "content-type": "application/speculationrules+json", "cache-control": "public, max-age=3600" },
  });
}
