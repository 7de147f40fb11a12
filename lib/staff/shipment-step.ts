import { statuses, type Tone } from "@/lib/orders/status";

export const SHIPMENT_STEPS = ["open", "closed", "shipped", "grading", "graded", "back"] as const;
export type ShipmentStep = (typeof SHIPMENT_STEPS)[number];

/** The label of each step, and the button that moves a shipment there. */
export const shipmentSteps: Record<ShipmentStep, { label: string; tone: Tone; action?: string }> = {
  open: { label: "Open", tone: "warning" },
  closed: { label: "Ready to ship", tone: "neutral" },
  shipped: { label: statuses.shipped.badge, tone: "accent", action: "Mark as shipped" },
  grading: { label: statuses.grading.badge, tone: "accent", action: "Mark as arrived at the grader" },
  graded: { label: statuses.graded.badge, tone: "accent", action: "Mark as graded" },
  back: { label: "Cards back", tone: "success" },
};
