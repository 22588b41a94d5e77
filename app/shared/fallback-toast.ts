const DURATION_MS = 10_000;

/** A message without the toaster: a line at the bottom of the page that screen readers announce. It disappears after ten seconds. */
export function showFallbackToast(message: string): void {
  const line = document.createElement("p");
  line.role = "alert";
  line.textContent = message;
  line.className =
    "on-raised fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-card bg-raised p-4 text-ink text-sm shadow-pop";
  document.body.append(line);
  setTimeout(() => line.remove(), DURATION_MS);
}
