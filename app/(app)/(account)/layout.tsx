import "./account.css";
import type { ReactNode } from "react";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return children;
}
