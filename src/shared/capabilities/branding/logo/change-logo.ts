import { createHash } from 'node:crypto';
import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { mergePatch } from '../../../list/settings/merge-patch.ts';
import { findSettings, saveSettings } from '../../../list/settings/queries.ts';
import { toSettings } from '../../../list/settings/schema.ts';
import { lockWaitlist } from '../../../list/waitlists/queries.ts';
import { endingOf, type LogoTone } from '../../../platform/color/logo-plate.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { checkSvg } from './check-svg.ts';
import { drawSvg } from './draw-svg.ts';
import { type Picture, pictureEndings, readPicture, refuse } from './picture.ts';
import { deleteLogos, deleteOldLogos, saveLogo } from './queries.ts';
import type { BrandLogo } from './schema.ts';
import { toneOfPicture } from './tone.ts';

/** The largest file. */
export const maxLogoBytes = 256 * 1024;
/** So many logos stay that were replaced, for the mails that show them. */
const keptLogos = 10;

/**
 * Makes a picture the logo of a waitlist. Its content says what it is. An SVG becomes a PNG. The same picture
 * again changes nothing. @throws AppError not_found; invalid_request for what is no picture or too large
 */
export async function setLogo(
  ctx: Context,
  by: Acting,
  waitlistId: string,
  file: Buffer,
): Promise<BrandLogo> {
  const picture = await readLogo(file);
  const { accountId } = by;
  const path = pathOf(waitlistId, picture, await toneOfPicture(picture));
  await transaction(ctx.sql, async (tx) => {
    const list = { accountId, waitlistId };
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const isNew = await keepPath(tx, accountId, waitlistId, path.url);
    await saveLogo(tx, list, path.hash, picture);
    await deleteOldLogos(tx, list, keptLogos);
    if (isNew) await recordAction(tx, by, 'logo.set', { id: waitlistId, details: { url: path.url } });
  });
  const { type, width, height } = picture;
  return { url: `${ctx.config.baseUrl}${path.url}`, type, width, height };
}

/** Deletes the logo of a waitlist, and those that it replaced. @throws AppError not_found */
export async function removeLogo(ctx: Context, by: Acting, waitlistId: string): Promise<void> {
  const { accountId } = by;
  await transaction(ctx.sql, async (tx) => {
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    if (!(await keepPath(tx, accountId, waitlistId, null))) return;
    await deleteLogos(tx, { accountId, id: waitlistId });
    await recordAction(tx, by, 'logo.removed', { id: waitlistId });
  });
}

async function readLogo(file: Buffer): Promise<Picture> {
  if (file.length === 0) refuse('is an empty file');
  const picture = readPicture(file);
  if (picture) return picture;
  const svg = checkSvg(file) ?? refuse('must be a PNG, JPEG, WebP or SVG picture');
  return drawSvg(svg);
}

/**
 * Where a logo is. The hash is also of the list, so the same picture has another URL on another list: nobody
 * finds out by a picture which lists have it. What follows it says whether pages and mails put it on a plate.
 */
function pathOf(
  waitlistId: string,
  { type, bytes }: Picture,
  tone: LogoTone | null,
): { hash: string; url: string } {
  const hash = createHash('sha256')
    .update(`${waitlistId.toLowerCase()}:`)
    .update(bytes)
    .digest('base64url')
    .slice(0, 24);
  return { hash, url: `/brand/${hash}${endingOf(tone)}.${pictureEndings[type]}` };
}

/** Puts the path into the settings. The caller holds the waitlist. @returns whether it is new */
async function keepPath(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  logo: string | null,
): Promise<boolean> {
  const stored = await findSettings(tx, accountId, waitlistId);
  if (toSettings(stored).brand.logo === logo) return false;
  await saveSettings(tx, accountId, waitlistId, mergePatch(stored, { brand: { logo } }));
  return true;
}
