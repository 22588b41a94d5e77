import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { toast } from "../toast.ts";

/** Added to the address of the page after someone left an account. */
export const LEFT = "left";

/**
 * The page load after an accepted invitation says which account it was: ?joined has its slug. The one after leaving says so, without the
 * name, which people outside the account can't read.
 */
export function useMembershipToast(accounts: readonly { slug: string; name: string }[]): void {
  const [search, setSearch] = useSearchParams();
  const joined = search.get("joined");
  const name = accounts.find(({ slug }) => slug === joined)?.name;
  const text = name ? `You joined ${name}` : search.has(LEFT) ? "You left the account" : null;
  useEffect(() => {
    if (!text) return;
    toast.success(text);
    setSearch(
      (current) => {
        current.delete("joined");
        current.delete(LEFT);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [text, setSearch]);
}
