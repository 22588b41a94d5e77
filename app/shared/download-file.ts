/** Downloads content as a file. */
export function downloadFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Revoked late, so that the browser has certainly started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
