/** Countries we return cards to, as the profile and the payment page offer them. */
export const countries = ["US", "CA", "GB", "AU", "DE", "FR", "JP", "KR", "CN", "MX"] as const;
