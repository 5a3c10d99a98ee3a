// Loaded into every process of the server-side tests: nothing may be reached but this machine.
// What is tested often survives an unreachable server, so a blocked connection also fails the process at its end.
import net from 'node:net';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|::ffff:127\.\d+\.\d+\.\d+|0\.0\.0\.0|::)$/;
// Called with the socket below, as the method that it replaces.
const connect = Reflect.get(net.Socket.prototype, 'connect');
const blocked = [];

net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const isOptions = typeof first === 'object' && first !== null;
  const host = isOptions ? first.host : args[1];
  const isLocal = (isOptions && first.path) || typeof host !== 'string' || LOOPBACK.test(host);
  if (isLocal) return Reflect.apply(connect, this, args);
  const error = new Error(`A test tried to connect to ${host}; tests reach nothing but this machine.`);
  blocked.push(error);
  this.destroy(error);
  return this;
};

process.on('exit', () => {
  if (!blocked.length) return;
  for (const { message, stack } of blocked) process.stderr.write(`${message}\n${stack}\n`);
  process.exitCode = 1;
});
