import type { Graph } from "schema-dts";

export function StructuredData({ graph }: { graph: Graph }) {
  // Escaped, so that no text can close the element.
  const json = JSON.stringify(graph).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own constants, escaped.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
