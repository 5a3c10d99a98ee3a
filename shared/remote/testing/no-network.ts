/**
 * Makes a test fail that asks the network for anything: calls have to be answered by what the test sets up.
 * What is tested often survives a failed request, so the attempt also fails the test at its end.
 */
const attempts: string[] = [];

function refuse(address: string): never {
  const message = `A test sent a request to ${address}; answer it with a stand-in for fetch or for the calls.`;
  attempts.push(message);
  throw new Error(message);
}

beforeEach(() => {
  attempts.length = 0;
  globalThis.fetch = (input) =>
    Promise.resolve().then(() => refuse(input instanceof Request ? input.url : String(input)));
  if (typeof XMLHttpRequest === 'undefined') return;
  XMLHttpRequest.prototype.open = function (_method: string, url: string | URL) {
    refuse(String(url));
  };
});

afterEach(() => {
  const [first] = attempts.splice(0);
  if (first) throw new Error(first);
});
