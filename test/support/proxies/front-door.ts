import { type RunningProxy, startNginx } from './proxies.ts';

/**
 * Starts a real nginx with the configuration for two cells, in front of one web process of each,
 * `127.0.0.1:PORT`. @throws Error where nginx is not installed
 */
export function startFrontDoor(cells: readonly [string, string]): Promise<RunningProxy> {
  return startNginx('ops/nginx/front-door.conf', {
    'server 10.0.1.10:3000; server 10.0.1.11:3000;': `server ${cells[0]};`,
    'server 10.0.2.10:3000; server 10.0.2.11:3000;': `server ${cells[1]};`,
  });
}
