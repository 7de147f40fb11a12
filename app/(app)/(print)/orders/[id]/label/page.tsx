import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CanceledPrint } from "@/components/orders/print/canceled-print";
import { LabelPrint, NOT_POSTAGE } from "@/components/orders/print/label-print";
import type { Query } from "@/lib/base/query";
import { loadIsForStaff, loadLabel } from "@/lib/orders/print/loaders";
import { printQuerySchema } from "@/lib/orders/print/schema";

export const metadata: Metadata = { title: NOT_POSTAGE, robots: { index: false, follow: false } };

type LabelPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Prints the box label, with the packing slip for `?with=slip`. Returns a 404 to anyone who may not see the batch. */
export default async function LabelPage({ params, searchParams }: LabelPageProps) {
  const { id } = await params;
  const query = printQuerySchema.parse(await searchParams);
  const label = await loadLabel(id, query);
  if (!label) notFound();
  if ("canceled" in label) {
    return <CanceledPrint order={label.canceled} isForStaff={await loadIsForStaff(label.canceled)} />;
  }
  return <LabelPrint {...label} />;
}
