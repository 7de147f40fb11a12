import "./account.css";
import type { ReactNode } from "react";

/** Brings the styles of the pages about the person: log-in, sign-up, profile, membership. */
export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
