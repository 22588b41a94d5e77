import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";

type Preview = { source: { element: HTMLElement }; nativeSetDragImage: DataTransfer["setDragImage"] | null };

/** What hangs at the pointer when several cards are taken: the one under it, a stack, and how many they are. */
export function setDragPreview({ source, nativeSetDragImage }: Preview, count: number): void {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: () => ({ x: 24, y: 24 }),
    render: ({ container }) => {
      const stack = document.createElement("div");
      stack.className = "relative pt-2 pr-3 pb-1.5";
      stack.style.width = `${source.element.offsetWidth + 12}px`;
      const card = source.element.cloneNode(true) as HTMLElement;
      card.querySelector("[data-card-menu]")?.parentElement?.remove();
      for (const marked of card.querySelectorAll("[data-lead]")) marked.removeAttribute("data-lead");
      card.className = "rounded-card shadow-[4px_4px_0_-1px_var(--surface),4px_4px_0_0_var(--line-strong)]";
      const badge = document.createElement("span");
      badge.className =
        "absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-medium text-on-accent text-xs tabular-nums";
      badge.textContent = String(count);
      stack.append(card, badge);
      container.append(stack);
    },
  });
}
