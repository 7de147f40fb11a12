/** Functions of the shipments for the grader that only the server may call: a part of forServer. */
export const ofTheGrader = [
  "private.add_to_shipment",
  "private.cards_in_shipment",
  "private.grader_refusal",
  "private.graders_of",
  "private.shipment_as_json",
  "private.is_in_live_shipment",
  "private.outside_shipments",
];
