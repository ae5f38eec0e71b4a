import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  maxLogoBytes,
  removeLogo,
  setLogo,
} from '../../../../shared/capabilities/branding/logo/change-logo.ts';
import { logoTone } from '../../../../shared/platform/color/logo-plate.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, readFormParts, redirectWithFlash, type Show } from '../../pages.ts';
import { Form, Submit } from '../../parts/form.tsx';

const url = '/waitlists/:id/settings/logo';

/** The logo of a list, with the forms that change it. */
export function LogoForm({ listId, logo }: { readonly listId: string; readonly logo: string | null }) {
  const path = `/dashboard/waitlists/${listId}/settings/logo`;
  return (
    <>
      {logo !== null && (
        <p>
          <img class={`logo ${logoTone(logo) ?? ''}`} src={new URL(logo).pathname} alt="The logo" />
        </p>
      )}
      <Form action={path} class="fields" enctype="multipart/form-data">
        <label>
          Logo
          <input
            name="logo"
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            required
            aria-describedby="logo-hint"
          />
          <small id="logo-hint">
            PNG, JPEG, WebP or SVG, at most 256 KiB. An SVG needs its texts as paths.
          </small>
        </label>
        <div class="row">
          <Submit class="quiet">{logo === null ? 'Upload logo' : 'Replace logo'}</Submit>
          {logo !== null && (
            <Submit class="quiet" formaction={`${path}/remove`} formnovalidate>
              Remove logo
            </Submit>
          )}
        </div>
      </Form>
    </>
  );
}

/** Takes the forms. */
export async function takeLogo(app: FastifyInstance, ctx: WebContext, show: Show): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: maxLogoBytes, files: 1, fields: 5, fieldSize: 1_000, parts: 6 },
    throwFileSizeLimit: false,
  });
  app.decorateRequest('logo', undefined);
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    await readFormParts(request, async (file) => {
      request.logo = await file.toBuffer();
      if (file.file.truncated) throw new AppError('invalid_request', 'The logo is larger than 256 KiB.');
      return true;
    });
  });
  const settings = ({ waitlist }: FastifyRequest) =>
    `/dashboard/waitlists/${waitlist.id}/settings/brand#brand`;

  addForm(app, url, {}, show, async (request, reply) => {
    if (!request.logo?.length) throw new AppError('invalid_request', 'Choose a picture.');
    await setLogo(ctx, request.session.caller, request.waitlist.id, request.logo);
    return redirectWithFlash(reply, settings(request), 'The logo was saved.');
  });

  addForm(app, `${url}/remove`, {}, show, async (request, reply) => {
    await removeLogo(ctx, request.session.caller, request.waitlist.id);
    return redirectWithFlash(reply, settings(request), 'The logo was removed.');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The picture of the form, whole. */
    logo: Buffer | undefined;
  }
}
