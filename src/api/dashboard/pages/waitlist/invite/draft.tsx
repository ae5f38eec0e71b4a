import type { ComponentChildren } from 'preact';
import type { ExclusionReason, WaveReport } from '../../../../../shared/capabilities/release/waves/schema.ts';
import { Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
import { Table } from '../../../parts/table.tsx';
import { Excluded, type ExcludedOf, excludedHref } from '../who/excluded.tsx';
import { Exclusions } from './draft-form.tsx';
import { exclusionTexts } from './wave-words.ts';

const validMs = 86_400_000;

interface DraftProps {
  /** The page *Invite*. */
  readonly path: string;
  /** The page of the waitlist. */
  readonly list: string;
  readonly wave: WaveReport;
  /** Those of a reason, if the page asks for them. */
  readonly excluded: ExcludedOf<ExclusionReason> | undefined;
  /** Behind the launch. */
  readonly children: ComponentChildren;
}

/** Who is in a draft, what they get, and the button that invites them (N5). */
export function Draft({ path, list, wave, excluded, children }: DraftProps) {
  const { selected, matched, sample, deliver } = wave;
  return (
    <div class={deliver === 'email' ? 'halves' : undefined}>
      <div>
        <section class="card spaced" aria-labelledby="people">
          <div class="row spread">
            <h2 id="people">
              {selected === 0 ? 'Nobody can be invited' : countOf(selected, 'person', 'people')}
            </h2>
            <IfMaySend to={`${path}/waves`}>
              <a class="button quiet small" href={`${path}?like=${wave.id}`}>
                Change the draft
              </a>
            </IfMaySend>
          </div>
          <p class="soft">
            {countOf(matched, 'person matches', 'people match')}.{' '}
            {matched > selected ? 'Left out are:' : 'Nobody is left out.'}
          </p>
          <Exclusions count={wave} hrefOf={(each) => excludedHref(`${path}/waves/${wave.id}`, each)} />
          {sample.length > 0 && (
            <details>
              <summary>{sample.length < selected ? `The first ${sample.length}` : 'Who they are'}</summary>
              <Table
                label="People of the wave"
                class="people"
                columns={['Email', { name: 'Position', number: true }, { name: 'Referrals', number: true }]}
              >
                {sample.map(({ signup_id, email, position, referral_count }) => (
                  <tr key={signup_id}>
                    <th scope="row">
                      <a href={`${list}/signups/${signup_id}`}>{email}</a>
                    </th>
                    <td class="number place">{formatCount(position)}</td>
                    <td class="number">{formatCount(referral_count)}</td>
                  </tr>
                ))}
              </Table>
            </details>
          )}
        </section>
        {excluded && (
          <Excluded list={list} path={`${path}/waves/${wave.id}`} of={excluded} texts={exclusionTexts} />
        )}
        {selected > 0 && <Launch path={path} wave={wave} />}
        {children}
      </div>
      {deliver === 'email' && (
        <section class="card preview-card spaced" aria-labelledby="mail">
          <div class="row spread">
            <h2 id="mail">Their mail</h2>
            <a class="button quiet small" href={`${list}/email/invite`}>
              Edit
            </a>
          </div>
          <div class="frames">
            <iframe
              title="Preview of the invitation"
              sandbox=""
              src={toUrl(`${list}/email/invite/preview`, {
                ...(sample[0] && { signup: sample[0].signup_id }),
              })}
            />
          </div>
        </section>
      )}
    </div>
  );
}

function Launch({ path, wave }: Pick<DraftProps, 'path' | 'wave'>) {
  const { id, selected, deliver, per_hour, emails_remaining: left, created_at } = wave;
  const people = countOf(selected, 'person', 'people');
  const until = new Date(new Date(created_at).getTime() + validMs).toISOString();
  const hours = per_hour === null ? 0 : Math.ceil(selected / per_hour);
  return (
    <IfMaySend to={`${path}/waves/${id}/launch`}>
      <section class="card" aria-labelledby="launch">
        <h2 id="launch">Launch</h2>
        <p>
          {deliver === 'email'
            ? `${people} will get a mail with a link of their own.`
            : `A link is made for each of ${people}. You download the links once, and send them yourself.`}{' '}
          {hours > 1 && `At this pace it takes about ${countOf(hours, 'hour')}. `}
          The draft can be launched until <Time at={until} />.
        </p>
        {deliver === 'email' && left !== null && (
          <p class={left < selected ? 'message warn' : 'soft'}>
            This month’s allowance has {countOf(left, 'email')} left.
            {left < selected && ' The other mails wait for the next month, or for a provider of your own.'}
          </p>
        )}
        <Form action={`${path}/waves/${id}/launch`} class="fields">
          <Field
            name="count"
            label={`Type ${selected} to invite ${people}`}
            inputmode="decimal"
            required
            maxlength={20}
            autocomplete="off"
          />
          <div class="row">
            <Submit>Invite {people}</Submit>
          </div>
        </Form>
      </section>
    </IfMaySend>
  );
}
