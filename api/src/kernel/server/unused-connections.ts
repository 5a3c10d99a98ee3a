import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes the connections over which nothing was asked when the server stops. Node does not count them as idle, so that
 * the stop would wait for them until their first request is overdue; browsers and proxies open some ahead of need.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
