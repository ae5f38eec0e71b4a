import type { FastifyInstance } from 'fastify';
import { updateSettings } from '../../../../../shared/list/settings/update-settings.ts';
import type { WebContext } from '../../../../web-context.ts';
import { addForm, redirectWithFlash, type Show } from '../../../pages.ts';
import { Form, Submit } from '../../../parts/form.tsx';
import type { ListOfCards } from './settings-card.tsx';

/** Says what a form needs first, with the button that does it: anybody can sign up by it. */
export function NeedsWithholding({ id }: Pick<ListOfCards, 'id'>) {
  const path = `/dashboard/waitlists/${id}`;
  return (
    <div class="message">
      <p>
        It needs suspicious referrals to be withheld. They wait in <a href={`${path}/review`}>Review</a> for
        you, and count once you credit them.
      </p>
      <Form action={`${path}/settings/form/withhold`}>
        <Submit class="quiet small">Withhold them from now on</Submit>
      </Form>
    </div>
  );
}

/** Takes the button. */
export function takeWithholding(app: FastifyInstance, ctx: WebContext, show: Show): void {
  addForm(app, '/waitlists/:id/settings/form/withhold', {}, show, async (request, reply) => {
    const { id } = request.waitlist;
    await updateSettings(ctx, request.session.caller, id, { abuse: { mode: 'enforce' } });
    const page = `/dashboard/waitlists/${id}/settings/form#form`;
    return redirectWithFlash(reply, page, 'Suspicious referrals are withheld from now on.');
  });
}
