/** Loaded into a web process with `--import`: on SIGTERM it closes its port and all connections at once. */
import { Server } from 'node:http';
import net from 'node:net';

Server.prototype.listen = function (...args) {
  process.prependListener('SIGTERM', () => {
    this.close();
    this.closeAllConnections();
  });
  return net.Server.prototype.listen.apply(this, args);
};
