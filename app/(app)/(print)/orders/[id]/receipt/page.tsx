import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NoReceiptYet, ReceiptPrint } from "@/components/orders/print/receipt-print";
import type { Query } from "@/lib/base/query";
import { loadReceipt } from "@/lib/orders/print/loaders";
import { printQuerySchema } from "@/lib/orders/print/schema";

export const metadata: Metadata = { title: "Custody receipt", robots: { index: false, follow: false } };

type ReceiptPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Prints the custody receipt for anyone who may see the label or has the tracking link. Returns a 404 to anyone else. */
export default async function ReceiptPage({ params, searchParams }: ReceiptPageProps) {
  const { id } = await params;
  const query = printQuerySchema.parse(await searchParams);
  const receipt = await loadReceipt(id, query);
  if (!receipt) notFound();
  if ("back" in receipt) return <NoReceiptYet back={receipt.back} />;
  return <ReceiptPrint receipt={receipt} query={query} />;
}
