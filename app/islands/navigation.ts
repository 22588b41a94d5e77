/** The funnel select goes where it says; the menu of a phone closes as menus do. */
export function startNavigation(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>("[data-goto]")) {
    const here = select.value;
    select.addEventListener("change", () => select.value && location.assign(select.value));
    // Back from another page: the select names the page that it stands on.
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
