import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LabelPrint } from "@/components/orders/print/label-print";
import { paths } from "@/lib/base/paths";
import { loadOrderToPrint } from "@/lib/orders/print/loaders";
import { printQuerySchema } from "@/lib/orders/print/schema";

export const metadata: Metadata = { title: "Package label" };

type LabelPageProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Serves the package label of a paid order to who may print it; anything else is a 404. */
export default async function LabelPage({ params, searchParams }: LabelPageProps) {
  const { id } = await params;
  const query = printQuerySchema.parse(await searchParams);
  const order = await loadOrderToPrint(paths.label(id), id, query.link);
  if (!order) notFound();
  return <LabelPrint order={order} query={query} />;
}
