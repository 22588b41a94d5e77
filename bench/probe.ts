// Asks an address again and again and prints how long each answer took, in milliseconds. A process of its own: what the bench
// itself does meanwhile must not count. Arguments: the address, how often.
const [url = "", count = "0"] = process.argv.slice(2);
const times: number[] = [];
while (times.length < Number(count)) {
  const started = performance.now();
  await (await fetch(url)).arrayBuffer();
  times.push(performance.now() - started);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
console.log(JSON.stringify(times));

export {};
