/** The format of a Checkout Session's ID. Other IDs aren't looked up. */
export const SESSION_ID = /^cs_(test|live)_[A-Za-z0-9]{10,250}$/;
