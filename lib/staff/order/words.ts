/** Holds what the toasts say after a save; the third one shows when the name of an invoice's file was saved. */
export const toastTexts = {
  saved: "Order updated successfully",
  failed: "Failed to update order",
  upload: "File upload mocked - filename saved",
} as const;
