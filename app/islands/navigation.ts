/** The funnel select opens the selected page. The phone menu closes as menus usually do. */
export function startNavigation(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>("[data-goto]")) {
    const here = select.value;
    select.addEventListener("change", () => select.value && location.assign(select.value));
    // After a return from another page, the select shows the current page again.
    addEventListener("pageshow", () => {
      select.value = here;
    });
  }
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("[data-menu]")) startMenu(menu);
}

/** The menu covers the page. While it is open, the focus can only go to the bar and to the menu itself. */
function startMenu(menu: HTMLDetailsElement): void {
  const bar = menu.closest("header");
  const show = (isOpen: boolean) => {
    menu.open = isOpen;
    for (const part of bar?.parentElement?.children ?? []) if (part !== bar) (part as HTMLElement).inert = isOpen;
  };
  const close = () => show(false);
  menu.addEventListener("toggle", () => show(menu.open));
  menu.addEventListener("click", ({ target }) => (target as Element).closest("a") && close());
  document.addEventListener("click", ({ target }) => menu.contains(target as Node) || close());
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary")?.focus({ preventScroll: true });
  });
  // Where the bar has all links, there is no menu.
  matchMedia("(width < 768px)").addEventListener("change", close);
  addEventListener("pageshow", close);
}
