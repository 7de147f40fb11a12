/** Said where the subscription could not be read, as the error catalogue words it. */
export const SUBSCRIPTION_UNKNOWN =
  "We couldn't check your subscription status. Please try refreshing the page.";
