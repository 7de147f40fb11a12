import { answer } from "@/lib/api-route";
import { messages } from "@/lib/errors";

async function unknown(): Promise<Response> {
  return answer({ error: messages.notFound }, 404);
}

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
