import { useQuery } from "@tanstack/react-query";
import { Lock, Users } from "lucide-react";
import { Link, useLocation } from "react-router";
import { SidebarGroup, SidebarItem } from "~/ui/sidebar.tsx";
import { savedViewsQuery } from "../lib/api.ts";

const MAX_VIEWS = 8;

/** The views that one keeps, and those that the team shares; each leads to its page as it was kept. */
export function SavedViews() {
  const { data: views = [] } = useQuery(savedViewsQuery);
  const { search } = useLocation();
  const current = new URLSearchParams(search).get("view");
  if (views.length === 0) return null;
  return (
    <SidebarGroup label="Views">
      {views.slice(0, MAX_VIEWS).map(({ id, name, isShared, to }) => (
        <SidebarItem
          key={id}
          label={name}
          icon={isShared ? <Users aria-hidden="true" /> : <Lock aria-hidden="true" />}
          current={id === current}
          asChild
        >
          <Link to={to}>{name}</Link>
        </SidebarItem>
      ))}
    </SidebarGroup>
  );
}
