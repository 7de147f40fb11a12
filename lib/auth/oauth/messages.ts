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

export function providerLabel(provider: string): string {
  return LABELS[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll("_", " ");
}
