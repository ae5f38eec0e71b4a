import type { z } from 'zod';
import type { Plug } from '../plug.ts';
import { deleteLogos } from './logo/queries.ts';
import { toMailLook } from './mail-look.ts';
import { BrandPatch, BrandSettings, brandText, toStoredBrand } from './settings.ts';

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    brand: z.infer<typeof BrandPatch>;
  }
  interface WaitlistSettings {
    brand: BrandSettings;
  }
}

export const branding: Plug = {
  list: {
    settings: {
      brand: {
        whole: BrandSettings.prefault({}).describe(brandText),
        patch: BrandPatch.nullish().describe(brandText),
        toStored: ({ brand }) => toStoredBrand(brand),
        async complete(_sql, _list, settings, baseUrl) {
          const { brand } = settings;
          const logo = brand.logo && `${baseUrl}${brand.logo}`;
          return { ...settings, brand: { ...brand, logo } };
        },
      },
    },
    purge: { withLock: deleteLogos },
  },
  mail: { look: toMailLook },
  person: null, // pictures of the owner
};
