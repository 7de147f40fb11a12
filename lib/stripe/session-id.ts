/** What the id of a Checkout Session looks like; anything else is no payment page's, and is not asked about. */
export const SESSION_ID = /^cs_(test|live)_[A-Za-z0-9]{10,250}$/;
