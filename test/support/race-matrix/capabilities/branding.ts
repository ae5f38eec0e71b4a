import { removeLogo, setLogo } from '../../../../src/shared/capabilities/branding/logo/change-logo.ts';
import { png } from '../../branding/pictures.ts';
import { callerOf, refusalOnly } from '../callers.ts';
import { type Operations, onList } from '../world.ts';

export const branding: Operations = {
  'change the logo': {
    prepare(world) {
      const { contexts, lists, call } = world;
      const by = callerOf(world);
      const setting = contexts.flatMap((ctx) =>
        ['#4338ca', '#fde047'].map((color) => () => setLogo(ctx, by, lists[0], png(color))),
      );
      const direct = [...setting, () => removeLogo(contexts[1], by, lists[0])];
      return [
        ...direct.map((act) => async () => {
          await act().catch(refusalOnly);
          return undefined;
        }),
        () => call('PATCH', onList(world, '/settings'), { brand: { color: '#4338ca' } }),
      ];
    },
  },
};
