import "./customer.css";
import type { ReactNode } from "react";

/** Brings the styles of the pages of visitors, guests and customers; the staff's pages have their own. */
export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
