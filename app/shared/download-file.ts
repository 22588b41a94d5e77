/** Hands a file to the browser's downloads. */
export function downloadFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Freed only once the browser has certainly taken it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
