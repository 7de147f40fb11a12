"use client";
import dynamic from "next/dynamic";

/** Shows the edit form of an order; its script is loaded with the form, not with the page. */
export const LazyEditForm = dynamic(() =>
  import("@/components/staff/order/order-edit-form").then((module) => module.OrderEditForm),
);
