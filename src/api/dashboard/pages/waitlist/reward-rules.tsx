import type { FastifyInstance } from 'fastify';
import { rewardKey } from '../../../../shared/capabilities/rewards/schema.ts';
import type { FieldDefinition } from '../../../../shared/list/fields/schema.ts';
import type { WaitlistSettings } from '../../../../shared/list/parts.ts';
import { settingsPatch } from '../../../../shared/list/settings/schema.ts';
import { updateSettings } from '../../../../shared/list/settings/update-settings.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import type { WebContext } from '../../../web-context.ts';
import { addForm, type FormValues, readValues, redirectWithFlash, type Show } from '../../pages.ts';
import { Checkbox } from '../../parts/checkbox.tsx';
import { Choice, Field, Form, Submit } from '../../parts/form.tsx';
import { CardTitle } from '../../parts/layout.tsx';

const labels = { rewards: 'Rewards', name_field: 'Name on it' } as const;

/** Puts the path of a refused setting in the words of its field: `rewards.1.at` is `Rewards, no. 2`. */
function labelOf(path: string): string {
  const [, index] = /^rewards\.(\d+)/.exec(path) ?? [];
  if (index !== undefined) return `${labels.rewards}, no. ${Number(index) + 1}`;
  return labels[path.split('.').at(-1) as keyof typeof labels] ?? path;
}

/** The settings of what referrals earn, and of who sees the most successful people (N5). */
export function RewardRules({
  id,
  settings: { rewards, leaderboard, links },
  fields,
}: {
  readonly id: string;
  readonly settings: WaitlistSettings;
  readonly fields: readonly FieldDefinition[];
}) {
  return (
    <>
      <section class="card" aria-labelledby="rewards">
        <CardTitle id="rewards">Rewards</CardTitle>
        <p class="soft">
          What people get for their referrals. Connected tools are told when somebody reaches one, and they
          get an <a href={`/dashboard/waitlists/${id}/email/reward`}>email</a> if you write one.
        </p>
        <Form action={`/dashboard/waitlists/${id}/settings/rewards`} class="fields" readable>
          <Field
            name="rewards"
            label={labels.rewards}
            maxlength={2_000}
            placeholder="3: stickers, 10: t-shirt"
            initial={rewards.map(({ at, key }) => `${at}: ${key}`).join(', ')}
            hint="How many referrals each takes, and your name for it in lower-case letters, digits and hyphens. Nobody loses what they have reached."
          />
          <Checkbox
            name="show_rewards"
            label="Show people the rewards that they have reached, with their status"
            initial={links.show_rewards}
          />
          <div class="row">
            <Submit>Save rewards</Submit>
          </div>
        </Form>
      </section>
      <section class="card" aria-labelledby="leaderboard">
        <CardTitle id="leaderboard">Leaderboard</CardTitle>
        <p class="soft">Who has referred the most, for your own page to show.</p>
        <Form action={`/dashboard/waitlists/${id}/settings/leaderboard`} class="fields" readable>
          <Choice
            name="name_field"
            label={labels.name_field}
            initial={leaderboard.name_field ?? ''}
            hint="People write the values of fields themselves: look at them before you show them."
            options={[
              ['', 'At most the first and last character of the address, such as j…e'],
              ...fields.map(({ key, label }) => [key, label] as const),
            ]}
          />
          <Checkbox
            name="public"
            label="Let people on the list read it in their browser, with their own rank"
            initial={leaderboard.public}
          />
          <div class="row">
            <Submit>Save leaderboard</Submit>
          </div>
        </Form>
      </section>
    </>
  );
}

/** A name that is close to a refused one. */
function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-/, '').slice(0, 64).replace(/-$/, '') || 'stickers';
}

/** Reads `3: stickers, 10: t-shirt`. @throws AppError invalid_request */
function toRewards(text: unknown): { at: number; key: string }[] {
  const parts = String(text ?? '')
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part, index) => {
    const [, at = '', key = ''] = /^(\d{1,9})\s*[:=]\s*(.+)$/s.exec(part) ?? [];
    const refuse = (problem: string) => {
      throw new AppError('invalid_request', `${labels.rewards}, no. ${index + 1}: ${problem}`);
    };
    if (at === '') refuse('write the number of referrals, a colon and your name for it, such as 3: stickers');
    if (!rewardKey.test(key))
      refuse(
        `“${key}” must be lower-case letters, digits and hyphens, without spaces, such as ${slugOf(key)}`,
      );
    return { at: Number(at), key };
  });
}

/** Takes the forms of `RewardRules`. */
export function rewardRuleForms(app: FastifyInstance, ctx: WebContext, url: string, show: Show): void {
  addForm(app, `${url}/rewards`, {}, show, async (request, reply) => {
    const form = request.body as FormValues;
    const { id } = request.waitlist;
    const given = {
      rewards: toRewards(form.rewards),
      links: { show_rewards: form.show_rewards === 'on' },
    };
    await updateSettings(ctx, request.session.caller, id, readValues(settingsPatch(), given, labelOf));
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}/settings#rewards`, 'Saved.');
  });

  addForm(app, `${url}/leaderboard`, {}, show, async (request, reply) => {
    const form = request.body as FormValues;
    const { id } = request.waitlist;
    const leaderboard = { name_field: form.name_field || null, public: form.public === 'on' };
    await updateSettings(
      ctx,
      request.session.caller,
      id,
      readValues(settingsPatch(), { leaderboard }, labelOf),
    );
    return redirectWithFlash(reply, `/dashboard/waitlists/${id}/settings#leaderboard`, 'Saved.');
  });
}
