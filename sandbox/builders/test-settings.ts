/** Nothing listens at these addresses. */
const settings = {
  APP_URL: "http://localhost:3000",
  SUPABASE_URL: "http://127.0.0.1:1",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test",
  SUPABASE_SECRET_KEY: "sb_secret_test",
  SUPABASE_JWT_SECRET: "test-jwt-secret-of-at-least-32-characters",
  STRIPE_SECRET_KEY: "sk_test_unit",
  STRIPE_WEBHOOK_SECRET: "whsec_unit_tests",
  STRIPE_PRICE_STARTER: "price_starter",
  STRIPE_PRICE_PRO: "price_pro",
  STRIPE_PRICE_ELITE: "price_elite",
  STRIPE_PORTAL_CONFIGURATION: "bpc_test",
  CHECKOUT_ORIGIN: "http://localhost:12111",
  RECEIPT_ORIGIN: "http://localhost:12111",
  PORTAL_ORIGIN: "http://localhost:12111",
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "SlabRelay <orders@slabrelay.test>",
  CRON_SECRET: "unit-test-cron-secret-of-32-characters",
  COOKIE_SECRET: "unit-test-cookie-secret-of-32-characters",
};

export function setTestSettings(changed: Record<string, string> = {}): void {
  Object.assign(process.env, settings, changed);
}
