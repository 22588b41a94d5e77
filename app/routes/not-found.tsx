export const handle = { js: false };

export function loader() {
  return null;
}

/** Spec §2: 'Oops! Page not found' with a link to home; the host answers with status 404. */
export default function NotFound() {
  return (
    <main>
      <h1>Oops! Page not found</h1>
      <a href="/">Return to home</a>
    </main>
  );
}
