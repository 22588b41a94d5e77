// Requests an address repeatedly and prints each response time in milliseconds. It runs as a separate process, so that
// the benchmark's own work does not count. Arguments: the address, the number of requests.
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
