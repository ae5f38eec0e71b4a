import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';
import { LinkSettings, LinksPatch, linksText } from '../link-settings.ts';
import {
  listPlace,
  type SettingsGroup,
  type WaitlistSettings,
  type WaitlistSettingsPatch,
} from '../parts.ts';

const links: SettingsGroup = {
  whole: LinkSettings.prefault({}).describe(linksText),
  patch: LinksPatch.nullish().describe(linksText),
};

/** The groups of settings, by their names. */
export const settingsGroups = (): [string, SettingsGroup][] => [
  ['links', links],
  ...listPlace.parts().flatMap(({ settings = {} }) => Object.entries(settings)),
];

const shapeOf = (schema: 'whole' | 'patch') =>
  Object.fromEntries(settingsGroups().map(([name, group]) => [name, group[schema]]));

const schemas: { whole?: z.ZodType<WaitlistSettings>; patch?: z.ZodType<WaitlistSettingsPatch> } = {};

/** The schema of the settings of a waitlist, whole: what is not set has its default (N1). */
export function wholeSettings(): z.ZodType<WaitlistSettings> {
  schemas.whole ??= named(
    'WaitlistSettings',
    z.object(shapeOf('whole')),
  ) as unknown as z.ZodType<WaitlistSettings>;
  return schemas.whole;
}

/** The schema of the body of PATCH settings: a JSON merge patch (RFC 7396). */
export function settingsPatch(): z.ZodType<WaitlistSettingsPatch> {
  schemas.patch ??= named(
    'WaitlistSettingsChange',
    z.strictObject(shapeOf('patch')),
  ) as unknown as z.ZodType<WaitlistSettingsPatch>;
  return schemas.patch;
}

/** The stored settings of a list, without defaults. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** Completes stored settings with the defaults. */
export function toSettings(stored: StoredSettings | null | undefined): WaitlistSettings {
  return wholeSettings().parse(stored ?? {});
}
