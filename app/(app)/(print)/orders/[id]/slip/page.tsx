import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CanceledPrint } from "@/components/orders/print/canceled-print";
import { SlipPrint } from "@/components/orders/print/slip-print";
import { paths } from "@/lib/base/paths";
import type { Query } from "@/lib/base/query";
import { isCanceled } from "@/lib/orders/cancellation";
import { loadIsForStaff, loadOrderToPrint } from "@/lib/orders/print/loaders";
import { printQuerySchema } from "@/lib/orders/print/schema";

export const metadata: Metadata = { title: "Packing slip" };

type SlipPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Prints the packing slip. Returns a 404 to anyone who may not see the batch. */
export default async function SlipPage({ params, searchParams }: SlipPageProps) {
  const { id } = await params;
  const query = printQuerySchema.parse(await searchParams);
  const order = await loadOrderToPrint(paths.slip(id), id, query.link);
  if (!order) notFound();
  if (isCanceled(order)) return <CanceledPrint order={order} isForStaff={await loadIsForStaff(order)} />;
  return <SlipPrint order={order} query={query} />;
}
