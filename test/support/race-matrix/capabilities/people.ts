import type { Operations } from '../world.ts';

export const people: Operations = {
  'erase people': {
    prepare: ({ call }, signups) =>
      signups.flatMap(({ email }) => [
        () => call('POST', '/v1/people/erase', { email }),
        () => call('POST', '/v1/people/erase', { email, suppress: false }),
      ]),
  },
};
