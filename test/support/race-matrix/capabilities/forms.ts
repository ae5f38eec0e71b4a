import { randomUUID } from 'node:crypto';
import { formKeyOf, signFormTime } from '../../../../src/shared/capabilities/forms/form-time.ts';
import type { Operations } from '../world.ts';

export const forms: Operations = {
  'post to the form': {
    async prepare({ contexts, call, lists, signups: all }, signups) {
      const origin = 'http://localhost:8080';
      const set = (form: object) => call('PATCH', `/v1/waitlists/${lists[0]}/settings`, { form });
      await call('PATCH', `/v1/waitlists/${lists[0]}/settings`, {
        abuse: { mode: 'enforce' },
        form: { enabled: true, origins: [origin] },
      });
      const [row] = await contexts[0].sql<
        { id: string }[]
      >`SELECT id FROM forms WHERE waitlist_id = ${lists[0]}`;
      const id = row?.id ?? '';
      const formKey = formKeyOf(await contexts[0].linkSigner());
      const _time = signFormTime(formKey, id, Date.now() - 5_000);
      const post = (values: object) => () => call('POST', `/f/${id}`, { ...values, _time }, { origin });
      return [
        ...signups.flatMap(({ email }) => [post({ email }), post({ email })]),
        post({ email: `${randomUUID()}@judged.example`, ref: all[0]?.code }),
        () => set({ captcha: { secret: 'secret' } }),
        () => set({ captcha: null, enabled: false }),
        () => set({ enabled: true }),
      ];
    },
  },
};
