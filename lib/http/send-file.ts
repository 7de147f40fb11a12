import { type JsonAnswer, toFailure } from "@/lib/http/post-json";

/** Warehouse phones upload slowly. */
const TIME_LIMIT_MS = 120_000;

/** Posts a file and reports progress (0 to 1), which `fetch` can't. Fails as postJson does. */
export function sendFile<T>(
  path: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<JsonAnswer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const answer = () => {
      const { status, response } = request;
      const isDone = status >= 200 && status < 300 && response !== null;
      resolve(isDone ? { ok: true, status, data: response as T } : toFailure<unknown>(status, response));
    };
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    for (const end of ["load", "error", "timeout", "abort"] as const) request.addEventListener(end, answer);
    request.open("POST", path);
    request.responseType = "json";
    request.timeout = TIME_LIMIT_MS;
    request.setRequestHeader("content-type", "application/octet-stream");
    request.send(file);
  });
}
