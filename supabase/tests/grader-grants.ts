/** Functions of the groups for the grader that only the server may call: a part of forServer. */
export const ofTheGrader = [
  "private.add_to_group",
  "private.cards_in_group",
  "private.grader_refusal",
  "private.graders_of",
  "private.group_as_json",
  "private.is_in_live_group",
  "private.outside_groups",
];
