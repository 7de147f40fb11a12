import "server-only";
import * as z from "zod/mini";
import { call } from "@/lib/supabase/rpc";
import { serviceClient } from "@/lib/supabase/service";

/**
 * Takes a number for the read of the payment service that follows. Of two reads that are written, the one with the
 * higher number counts.
 */
export async function takeReadFence(): Promise<number> {
  return call(serviceClient(), "next_read_fence", {}, z.number());
}
