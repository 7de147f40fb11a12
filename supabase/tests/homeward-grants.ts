/** Functions about the way home that only the server may call: a part of forServer. */
export const ofTheWayHome = [
  "private.delivered_at",
  "private.enqueue_return_notice",
  "private.homeward_as_json",
  "private.may_report",
  "private.number_elsewhere",
  "private.problem_facts",
  "private.problem_until",
  "private.ready_to_return",
  "private.restore_problem",
  "private.return_refusal",
  "private.staff_problem",
  "public.confirm_arrival",
  "public.report_problem",
  "public.staff_answer_problem",
  "public.staff_return_order",
];
