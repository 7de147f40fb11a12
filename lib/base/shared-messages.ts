/** Texts shared by screens and endpoints, as specified. Separate from messages.ts, which public pages load. */
export const sharedMessages = {
  checkoutFailed: "Failed to create checkout session",
  invalidPlan: "Invalid plan selected",
  tooSoon: "Please wait a moment before submitting again",
  invalidPayment: "Invalid payment session. Please contact support.",
  paymentNotFound: "Payment session not found. Please contact support if you were charged.",
  alreadyRegistered: "This email is already registered. Please sign in instead.",
  loginRefused: "Invalid email or password",
  currentPasswordWrong: "Your current password is incorrect.",
  noUserId: "No user_id provided",
  noProfile: "No Profile Found",
  photoTooLarge: "This file is larger than 20 MB. Please take a smaller photo.",
} as const;
