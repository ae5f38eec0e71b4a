import { expect, test } from 'vitest';
import { explainFailures, MissingServer } from '../../src/dev/server/missing-server.ts';

const both = [new MissingServer('postgres'), new MissingServer('redis', 'No such host.')];
const sets = 'or, for npm start, set DATABASE_URL and REDIS_URL.\nNo such host.';

test.each([
  ['/sbin/apk', `Run "apk add postgresql redis", ${sets}`],
  ['/usr/bin/apt-get', `Run "apt-get install postgresql redis-server", ${sets}`],
  ['/opt/homebrew/bin/brew', `Run "brew install postgresql@18 redis", ${sets}`],
  ['', `Install what is missing, ${sets}`],
])('one line says how to install what is missing, by %s', (program, advice) => {
  const message = explainFailures(both, (path) => path === program);
  expect(message).toBe(`Postgres and Redis are not installed. ${advice}`);
});

test('a server that is there and does not start says so itself', () => {
  const failed = new Error('/usr/bin/postgres did not start:\nno space left');
  expect(explainFailures([failed])).toBe(failed.message);
  expect(explainFailures([failed, new MissingServer('redis')], () => false)).toBe(
    `Redis is not installed. Install what is missing, or, for npm start, set REDIS_URL.\n${failed.message}`,
  );
});
