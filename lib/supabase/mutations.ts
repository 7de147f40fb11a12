import "server-only";
import { serviceClient } from "@/lib/supabase/service";
import { unwrap } from "@/lib/supabase/unwrap";

/** A number for the read of the payment service that follows: of two reads that are written, the later one's counts. */
export async function takeReadFence(): Promise<number> {
  return unwrap(await serviceClient().rpc("next_read_fence", {}));
}
