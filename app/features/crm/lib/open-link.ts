/** Opens the phone or messages app of the device. */
export function openLink(address: string): void {
  const link = document.createElement("a");
  link.href = address.replace(/[^\w:+]/g, "");
  link.click();
}
