import { correctionWords } from "@/lib/orders/correction";

test.each([
  [["received_count", "submission_status"], "Corrected: a count was entered here by mistake"],
  [["submission_status", "tracking_number"], "Corrected: a tracking number was entered here by mistake"],
  [["delay_reason", "delayed_until"], "Corrected: a delay was entered here by mistake"],
  [["fulfillment_status", "submission_status"], "Corrected: a step was entered here by mistake"],
  [["late_cards"], "Corrected: a step was entered here by mistake"],
  [["grading_submission_number"], "Corrected: a number at the grading company was entered here by mistake"],
  [["cancel_requested_at"], "Corrected: the request to cancel is open again"],
  [["address_choice"], "Corrected: an address was settled here by mistake"],
  [["question"], "Corrected: a question was withdrawn here by mistake, and is asked again"],
  [["settled_question"], "Corrected: a refund was noted here by mistake, and is still to come"],
  [["problem"], "Corrected: an answer was written here by mistake"],
  [["arrived_at"], "Corrected: a package was noted here by mistake"],
])("what was taken back of %j reads: %s", (facts, words) => {
  expect(correctionWords(facts)).toBe(words);
});
