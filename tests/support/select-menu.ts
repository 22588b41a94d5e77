import type { Locator } from "@playwright/test";

/** The buttons of the menus with this label, whatever is chosen. */
export const selectMenus = (scope: Locator, label: string) =>
  scope.getByRole("button", { name: new RegExp(`^${label}: `) });

/** Chooses an option in such a menu. */
export async function chooseOption(menu: Locator, option: string): Promise<void> {
  await menu.click();
  await menu.page().getByRole("menuitemradio", { name: option, exact: true }).click();
}
