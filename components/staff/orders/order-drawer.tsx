"use client";
import dynamic from "next/dynamic";
import Link, { useLinkStatus } from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { BatchCode } from "@/components/orders/slab-label";
import { focusIfToEdit } from "@/components/staff/orders/use-list";
import { Drawer } from "@/components/ui/drawer";
import { Spinner } from "@/components/ui/spinner";
import { Cell } from "@/components/ui/table";
import { Toaster } from "@/components/ui/toast";
import type { OrderRow } from "@/lib/staff/orders/order-row";

type OrderLinkProps = { orderId: string; href: string; title: string; code: string };

/**
 * Shows a batch in the list by its name and code. A click opens the order in an `OrderDrawer`, with a spinner while
 * it loads. `href` is the list's URL with the order in it.
 */
function OrderLink({ orderId, href, title, code }: OrderLinkProps) {
  return (
    <Link href={href} scroll={false} prefetch={false} data-order={orderId}>
      <span>
        <bdi className="link block w-fit">{title}</bdi> <BatchCode code={code} />
      </span>
      <Opening />
    </Link>
  );
}

function Opening() {
  return useLinkStatus().pending ? <Spinner /> : null;
}

type OrderDrawerProps = {
  orderId: string;
  title: React.ReactNode;
  /** URL of the order's own page. Undefined for an unknown order. */
  wholeHref: string | undefined;
  closeHref: string;
  children: React.ReactNode;
};

/**
 * Shows an order beside the list, with its toasts on top. Closing it opens `closeHref` and returns the focus to the
 * order's `OrderLink`. Without JavaScript the close button is a link.
 */
export function OrderDrawer({ orderId, title, wholeHref, closeHref, children }: OrderDrawerProps) {
  const router = useRouter();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => focusIfToEdit(orderId, ref.current), [orderId]);
  return (
    <Drawer
      title={title}
      aside={
        wholeHref ? (
          <a className="link inline-flex min-h-6 items-center text-sm whitespace-nowrap" href={wholeHref}>
            Open full page
          </a>
        ) : null
      }
      opener={{ name: "data-order", value: orderId }}
      onClose={() => router.push(closeHref, { scroll: false })}
      closeHref={closeHref}
      isWide
      overlay={<Toaster />}
    >
      <div ref={ref} className="space-y-6">
        {children}
      </div>
    </Drawer>
  );
}

/** Shows the list's rows from plain values, half the size of server elements. `place` is the list's URL up to an ID. */
export function OrderRows({ rows, place }: { rows: OrderRow[]; place: string }) {
  return rows.map((row) => (
    <tr key={row.id}>
      <Cell place="corner">
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${row.code}`}
            value={row.id}
            data-version={row.version}
            data-name={row.code}
            autoComplete="off"
          />
        </label>
      </Cell>
      <Cell place="head">
        <OrderLink orderId={row.id} href={place + row.id} title={row.title} code={row.code} />
        {row.reasons.map((reason) => (
          <small key={reason} data-tone="danger">
            {reason}
          </small>
        ))}
      </Cell>
      <Cell label="Customer" isPlain place="line">
        {/* The order's page shows a long name in full. */}
        <div className="max-w-48 truncate max-sm:max-w-full" title={row.email ?? row.customer}>
          {row.customer}
        </div>
      </Cell>
      <Cell label="Status" isPlain place="line">
        {row.status}
      </Cell>
      <Cell label="Waiting" isPlain>
        <span className={row.isLate ? "font-medium text-danger" : undefined}>{row.wait ?? "—"}</span>
      </Cell>
      <Cell label="Cards" className="figure">
        {row.cards}
      </Cell>
      <Cell label="Total" isPlain className="figure">
        {row.total}
      </Cell>
      <Cell label="Payment" isPlain>
        <span className={row.isPaymentOdd ? "font-medium text-warning" : undefined}>{row.payment}</span>
      </Cell>
      <Cell
        label="Tracking"
        place="line"
        className={row.tracking || row.submission || row.inbound ? "wrap-anywhere" : "max-sm:hidden"}
      >
        {row.inbound ? (
          <small>
            <span className="sr-only">To us: </span>
            {row.inbound.url ? (
              <a className="link" href={row.inbound.url} target="_blank" rel="noreferrer">
                {row.inbound.text}
              </a>
            ) : (
              row.inbound.text
            )}
          </small>
        ) : null}
        {row.tracking ? <small>{row.tracking}</small> : null}
        {row.submission ? <small>{row.submission}</small> : null}
      </Cell>
    </tr>
  ));
}

/** Loads the edit form's script with the form, not with the page. */
export const LazyEditForm = dynamic(() =>
  import("@/components/staff/order/order-edit-form").then((module) => module.OrderEditForm),
);
