import { findHaproxy, findNginx, type RunningProxy, startHaproxy, startNginx } from './proxies.ts';

/** The address of one web process of each of two cells, `127.0.0.1:PORT`. */
type Cells = readonly [string, string];

/** Real proxies with the configuration for two cells. `start` throws where the proxy is not installed. */
export const frontDoors = {
  nginx: {
    find: findNginx,
    start: ([first, second]: Cells): Promise<RunningProxy> =>
      startNginx('ops/nginx/front-door.conf', {
        'server 10.0.1.10:3000; server 10.0.1.11:3000;': `server ${first};`,
        'server 10.0.2.10:3000; server 10.0.2.11:3000;': `server ${second};`,
      }),
  },
  haproxy: {
    find: findHaproxy,
    start: ([first, second]: Cells): Promise<RunningProxy> =>
      startHaproxy('ops/haproxy/front-door.cfg', {
        '10.0.1.10:3000': first,
        '10.0.1.11:3000': first,
        '10.0.2.10:3000': second,
        '10.0.2.11:3000': second,
      }),
  },
} as const;
