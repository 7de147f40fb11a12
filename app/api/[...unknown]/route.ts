import { messages } from "@/lib/base/errors";
import { answer } from "@/lib/http/api-route";

async function unknown(): Promise<Response> {
  return answer({ error: messages.notFound }, 404);
}

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
