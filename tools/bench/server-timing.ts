// Preloaded into the API of a benchmark: answers say how long they took at the server, until their head is written.
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

subscribe('http.server.request.start', (message) => {
  const began = performance.now();
  const { response } = message as { response: ServerResponse };
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((...head: Parameters<ServerResponse['writeHead']>) => {
    response.setHeader('server-timing', `total;dur=${(performance.now() - began).toFixed(3)}`);
    return writeHead(...head);
  }) as ServerResponse['writeHead'];
});
