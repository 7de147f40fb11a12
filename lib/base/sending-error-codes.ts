import { adjustmentErrorCodes } from "@/lib/base/adjustment-error-codes";
import { cancellationErrorCodes } from "@/lib/base/cancellation-error-codes";
import { homewardErrorCodes } from "@/lib/base/homeward-error-codes";
import { inboundErrorCodes } from "@/lib/base/inbound-error-codes";
import { photoErrorCodes } from "@/lib/base/photo-error-codes";

/**
 * Holds why packages stay as they are, and batches do not go into a group, to the grader or back to their owners: part of errorCodes, where it is said what
 * each line means. 404 for what does not exist, 409 for what somebody has changed, must settle, or is asked about once.
 */
export const sendingErrorCodes = {
  set_aside_changed: { status: 409, text: "Somebody else was faster: look at what is set aside now." },
  package_changed: {
    status: 409,
    text: "Somebody else changed this package in the meantime. Look at what they did, then try again.",
  },
  group_not_found: { status: 404, text: "There is no such group." },
  group_changed: {
    status: 409,
    text: "Somebody else changed this group in the meantime. Look at it, then press again.",
  },
  group_not_open: { status: 409, text: "This group is closed: no batch can be put in any more." },
  group_not_empty: { status: 409, text: "This group has batches, or is closed: it cannot be deleted." },
  group_empty: { status: 409, text: "This group has no batches." },
  group_not_ahead: { status: 409, text: "This group is at that step already, or is open." },
  group_refused: {
    status: 409,
    text: "Some batches of this group must not go. Take them out, or settle what stands against them.",
  },
  cards_differ: { status: 409, text: null },
  code_unknown: { status: 404, text: "No batch has this ID. Check the label and scan again." },
  code_ambiguous: { status: 409, text: null },
  not_in_group: { status: 409, text: "This batch is not in this group any more." },
  graded_in_group: {
    status: 409,
    text: "The grades of this batch are ready, so it was with this group. It cannot be taken out any more.",
  },
  return_refused: { status: 409, text: null },
  number_of_other_owner: { status: 409, text: null },
  reason_for_odd: { status: 422, text: null },
  same_box: { status: 409, text: null },
  ...photoErrorCodes,
  ...adjustmentErrorCodes,
  ...inboundErrorCodes,
  ...cancellationErrorCodes,
  ...homewardErrorCodes,
} as const;
