export const handle = { js: false };

export default function Home() {
  return <h1>Upfunnel</h1>;
}
