import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { toast } from "../toast.ts";

/** The page load after an accepted invitation says which account it was: ?joined has its slug. */
export function useJoinedToast(accounts: readonly { slug: string; name: string }[]): void {
  const [search, setSearch] = useSearchParams();
  const joined = search.get("joined");
  const name = accounts.find(({ slug }) => slug === joined)?.name;
  useEffect(() => {
    if (!name) return;
    toast.success(`You joined ${name}`);
    setSearch(
      (current) => {
        current.delete("joined");
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [name, setSearch]);
}
