import "./orders.css";
import type { ReactNode } from "react";

/** Brings the styles of the pages about a customer's batches. */
export default function OrdersLayout({ children }: { children: ReactNode }) {
  return children;
}
