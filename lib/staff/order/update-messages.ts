/** What staff read when a save did not go through. */
export const updateMessages = {
  failed: "Failed to update order",
  conflict: "Somebody else changed this order in the meantime. Look at what they did, then save again.",
  reasonRequired: "The payment service says otherwise about this payment. Please give a reason.",
} as const;
