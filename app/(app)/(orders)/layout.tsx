import "./orders.css";

export default function OrdersLayout({ children }: { children: React.ReactNode }) {
  return children;
}
