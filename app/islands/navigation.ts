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

function startMenu(menu: HTMLDetailsElement): void {
  const close = () => {
    menu.open = false;
  };
  menu.addEventListener("click", ({ target }) => (target as Element).closest("a") && close());
  document.addEventListener("click", ({ target }) => menu.contains(target as Node) || close());
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    close();
    menu.querySelector("summary")?.focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget as Node)) close();
  });
  addEventListener("pageshow", close);
}
