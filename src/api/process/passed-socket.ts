import cluster from 'node:cluster';

/** The first file descriptor that systemd passes: SD_LISTEN_FDS_START of sd_listen_fds(3). */
const firstPassed = 3;

/**
 * Where to listen instead of at HOST and PORT: the socket that systemd has opened for this process, and keeps
 * open while the process is restarted. Empty without one. The variables are those of sd_listen_fds(3).
 */
export function passedSocket(env: NodeJS.ProcessEnv): { fd?: number; host?: string } {
  const meant = cluster.isWorker ? process.ppid : process.pid;
  if (env.LISTEN_PID !== String(meant) || env.LISTEN_FDS !== '1') return {};
  // Fastify would open the other addresses of a HOST that is `localhost`.
  return { fd: firstPassed, host: '::' };
}
