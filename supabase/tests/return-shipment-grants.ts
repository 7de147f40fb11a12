export const ofReturnShipments = [
  "private.return_shipment_as_json",
  "private.number_elsewhere",
  "private.return_refusal",
  "public.confirm_arrival",
  "public.report_problem",
  "public.staff_return_order",
  "private.return_address_as_json",
  "public.change_return_address",
  "public.dispute_address_change",
  "public.send_address_code",
  "private.open_problem",
  "public.staff_settle_order",
];
