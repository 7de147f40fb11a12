import { site } from "@/lib/base/site";

export const dynamic = "force-static";

/** RFC 9116. Extend `Expires` before it passes. */
const TEXT = `Contact: mailto:${site.contactEmail}
Expires: 2027-11-21T00:00:00.000Z
Preferred-Languages: en
`;

export function GET(): Response {
  return new Response(TEXT, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
