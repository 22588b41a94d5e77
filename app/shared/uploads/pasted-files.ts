import { useEffect } from "react";
import { useEventCallback } from "../use-event-callback.ts";

/** The files of a paste. Text from an office program comes with a picture of itself, which no one means. */
export function pastedFiles({ files, types }: DataTransfer): File[] {
  return types.includes("text/plain") ? [] : [...files];
}

/** Passes files from the clipboard on while the component is shown, wherever the focus is. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const receive = useEventCallback(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? pastedFiles(event.clipboardData) : [];
      if (files.length === 0) return;
      event.preventDefault();
      receive(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [receive]);
}
