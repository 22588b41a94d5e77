import { toServiceError } from "../service-error.ts";

type Request = {
  url: string;
  headers: Record<string, string>;
  file: Blob;
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

type Answer = { status: number; body: string; requestId: string | null };

/**
 * Sends a file. Only XMLHttpRequest tells how much is sent. Rejects with the signal's reason after an abort, and with a
 * ServiceError if there is no answer.
 */
export function uploadWithProgress({ url, headers, file, onProgress, signal }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        body: request.responseText,
        requestId: request.getResponseHeader("x-request-id"),
      });
    request.onerror = () => reject(toServiceError({ message: "The upload got no answer" }, "/storage/v1", 0));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.send(file);
  });
}
