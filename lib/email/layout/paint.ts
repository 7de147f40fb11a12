import type { CSSProperties } from "react";

type Paint = { property: "color" | "backgroundColor" | "borderColor"; light: string; dark: string };

/** The site's color tokens by role, as hex because email clients support no newer formats. */
const paints = {
  page: { property: "backgroundColor", light: "#f1f0ed", dark: "#0d0e11" },
  sheet: { property: "backgroundColor", light: "#ffffff", dark: "#16171a" },
  sunken: { property: "backgroundColor", light: "#fbfaf8", dark: "#1d1f23" },
  edge: { property: "borderColor", light: "#dddcd9", dark: "#2c2e32" },
  ink: { property: "color", light: "#1c1b16", dark: "#ebedef" },
  muted: { property: "color", light: "#5f5e57", dark: "#a1a5ab" },
  link: { property: "color", light: "#114bce", dark: "#87afff" },
  accent: { property: "backgroundColor", light: "#124fda", dark: "#3569e7" },
  accentEdge: { property: "borderColor", light: "#124fda", dark: "#3569e7" },
  onAccent: { property: "color", light: "#ffffff", dark: "#ffffff" },
} as const satisfies Record<string, Paint>;

type Role = keyof typeof paints;

/** Returns an element's class and style: light colors inline, dark ones by class (see darkRules). */
export function paint(roles: Role[], style: CSSProperties = {}): { className: string; style: CSSProperties } {
  const colors = Object.fromEntries(roles.map((role) => [paints[role].property, paints[role].light]));
  return { className: roles.map((role) => `p-${role}`).join(" "), style: { ...style, ...colors } };
}

export function darkRules(): string {
  const names = { color: "color", backgroundColor: "background-color", borderColor: "border-color" };
  const rules = Object.entries(paints).map(
    ([role, { property, dark }]) => `.p-${role}{${names[property]}:${dark} !important}`,
  );
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}
