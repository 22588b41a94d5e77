import { terms } from "~/content/terms/terms.ts";
import { pageDescription } from "~/features/site/seo/page-description.ts";
import { TermsScreen } from "~/features/site/terms/terms-screen.tsx";

export function meta() {
  return pageDescription({ path: "/terms", title: terms.title, description: terms.description });
}

export default function Terms() {
  return <TermsScreen />;
}
