import "./print.css";
import type { ReactNode } from "react";

/** Brings the styles of what is made to be printed, for customers and for staff. */
export default function PrintLayout({ children }: { children: ReactNode }) {
  return children;
}
