/** Says what was entered by mistake and taken back; `facts`: names of columns of the order. */
export function correctionWords(facts: string[]): string {
  if (facts.includes("received_count")) return "Corrected: a count was entered here by mistake";
  if (facts.includes("tracking_number")) return "Corrected: a tracking number was entered here by mistake";
  if (facts.includes("delay_reason")) return "Corrected: a delay was entered here by mistake";
  if (facts.includes("submission_status")) return "Corrected: a step was entered here by mistake";
  if (facts.includes("grading_submission_number"))
    return "Corrected: a number at the grading company was entered here by mistake";
  if (facts.includes("cancel_requested_at")) return "Corrected: the request to cancel is open again";
  if (facts.includes("address_choice")) return "Corrected: an address was settled here by mistake";
  if (facts.includes("question"))
    return "Corrected: a question was withdrawn here by mistake, and is asked again";
  if (facts.includes("settled_question"))
    return "Corrected: a refund was noted here by mistake, and is still to come";
  if (facts.includes("box_counts")) return "Corrected: a box was counted here by mistake";
  if (facts.includes("problem")) return "Corrected: an answer was written here by mistake";
  return "Corrected: a package was noted here by mistake";
}
