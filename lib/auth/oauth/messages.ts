/** These names are not the provider's word with a capital letter. */
const LABELS: Record<string, string> = {
  azure: "Microsoft",
  figma: "Figma",
  fly: "Fly.io",
  github: "GitHub",
  gitlab: "GitLab",
  linkedin: "LinkedIn",
  linkedin_oidc: "LinkedIn",
  slack_oidc: "Slack",
  twitter: "X",
  workos: "WorkOS",
};

/** Returns the name by which people know a site that the auth service calls `provider`: "GitHub" for "github". */
export function providerLabel(provider: string): string {
  return LABELS[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll("_", " ");
}
