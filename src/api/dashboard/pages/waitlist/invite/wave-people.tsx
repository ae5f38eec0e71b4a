import {
  type MemberStep,
  memberSteps,
  type WaveMember,
} from '../../../../../shared/capabilities/release/members/schema.ts';
import type { WaveReport } from '../../../../../shared/capabilities/release/waves/schema.ts';
import type { Page } from '../../../../../shared/platform/schema/paging.ts';
import { NothingFound } from '../../../parts/empty/empty.tsx';
import { Confirm, Form, Submit } from '../../../parts/form.tsx';
import { Day, formatCount } from '../../../parts/format.tsx';
import { Icon } from '../../../parts/icons/icon.tsx';
import { CardTitle } from '../../../parts/layout.tsx';
import { Pager, toUrl } from '../../../parts/pager.tsx';
import { Secret } from '../../../parts/secret.tsx';
import { Table } from '../../../parts/table.tsx';
import { PeopleChips } from '../who/people-chips.tsx';
import { stepTexts } from './wave-words.ts';

/** The people behind a number of the funnel, on the page of the wave. */
export const peopleHref = (path: string, step: MemberStep): string => `${toUrl(path, { step })}#people`;

/** The step in the address of a page; undefined for all people. */
export const stepIn = (query: unknown): MemberStep | undefined =>
  memberSteps.find((step) => step === (query as { step?: unknown }).step);

/** Tags of these tones; the others have none. */
const tones: Partial<Record<MemberStep, string>> = {
  converted: 'good',
  opened: 'good',
  clicked: 'good',
  delivered: 'good',
  bounced: 'bad',
  failed: 'bad',
  expired: 'warn',
};

interface WavePeopleProps {
  /** The page of the waitlist. */
  readonly list: string;
  /** The page of the wave. */
  readonly path: string;
  readonly wave: WaveReport;
  readonly step: MemberStep | undefined;
  /** Undefined if finding them takes too long. */
  readonly people: Page<WaveMember> | undefined;
  /** A link that was made just now, to show once. */
  readonly link: string | undefined;
}

/** Those whom a wave has invited, with what became of each and what can be done about it (N5). */
export function WavePeople({ list, path, wave, step, people, link }: WavePeopleProps) {
  const shown = memberSteps.filter((each) => each === step || (each !== 'waiting' && wave[each] > 0));
  const turn = wave.state === 'sending' ? wave.selected - wave.invited - leftOut(wave) : 0;
  return (
    <section class="card" aria-labelledby="people">
      <CardTitle id="people">People</CardTitle>
      {wave.invited > 0 && (
        <div class="row spread who-shown">
          <PeopleChips
            groups={[
              { href: `${path}#people`, isCurrent: step === undefined, name: 'All', count: wave.invited },
              ...shown.map((each) => ({
                href: peopleHref(path, each),
                isCurrent: step === each,
                name: stepTexts[each],
                count: each === 'waiting' ? undefined : wave[each],
              })),
            ]}
          />
          <a class="button quiet small" href={toUrl(`${path}/people.csv`, step ? { step } : {})}>
            <Icon name="download" />
            Download as CSV
          </a>
        </div>
      )}
      {link !== undefined && (
        <div class="message">
          <p>Copy the link now: it is shown only once. The former link no longer works.</p>
          <Secret value={link} label="link of the invitation" />
        </div>
      )}
      {people === undefined ? (
        <p class="message warn">Finding these people takes too long. Download them as CSV.</p>
      ) : (
        <>
          {people.data.length === 0 &&
            (step === undefined ? (
              <p class="soft">Nobody has been invited yet. They are listed here as their links leave.</p>
            ) : (
              <NothingFound
                of="people"
                asked={[['How far they came', stepTexts[step]]]}
                clear={`${path}#people`}
                clears="Show everybody"
              />
            ))}
          {people.data.length > 0 && <PeopleTable list={list} path={path} wave={wave} people={people.data} />}
          <Pager path={path} query={step ? { step } : {}} {...people} />
        </>
      )}
      {turn > 0 && <p class="soft">{formatCount(turn)} more wait for their turn.</p>}
    </section>
  );
}

const leftOut = ({ left_out }: WaveReport) => Object.values(left_out).reduce((sum, count) => sum + count, 0);

interface PeopleTableProps extends Pick<WavePeopleProps, 'list' | 'path' | 'wave'> {
  readonly people: readonly WaveMember[];
}

function PeopleTable({ list, path, wave, people }: PeopleTableProps) {
  const columns = [
    'Email',
    { name: 'Position', number: true },
    'State',
    wave.deliver === 'email' ? 'Sent' : 'Link made',
    'Last change',
    { name: 'Actions', hidden: true },
  ];
  return (
    <Table label="People of the wave" columns={columns} class="people">
      {people.map((member) => (
        <tr key={member.invitation_id}>
          <th scope="row">
            {member.email === null ? (
              <span class="soft">deleted</span>
            ) : (
              <a class="line" href={`${list}/signups/${member.signup_id}`}>
                {member.email}
              </a>
            )}
          </th>
          <td class="number place">{member.position !== null && formatCount(member.position)}</td>
          <td class="state">
            <span class={`tag ${tones[member.state] ?? ''}`}>{stateOf(member)}</span>
            {member.resends > 0 && <small class="line soft">sent again: {formatCount(member.resends)}</small>}
          </td>
          <td>{member.sent_at === null ? <span class="soft">not yet</span> : <Day at={member.sent_at} />}</td>
          <td class="when">
            <LastChange of={member} />
          </td>
          <td class="actions">
            {member.ended_at === null && member.email !== null && (
              <div class="row together">
                <Form action={`${path}/people/${member.invitation_id}/resend`}>
                  <Submit class="quiet small" aria-label={`${again(wave)} for ${member.email}`}>
                    {again(wave)}
                  </Submit>
                </Form>
                <Confirm
                  id={`revoke-${member.invitation_id}`}
                  label="Revoke"
                  description={`Revoke the invitation of ${member.email}`}
                  question={`The link of ${member.email} stops working. You can invite this person again.`}
                  action={`${path}/people/${member.invitation_id}/revoke`}
                />
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const stateOf = ({ state }: WaveMember) => (state === 'converted' ? 'User' : stepTexts[state]);

const again = ({ deliver }: WaveReport) => (deliver === 'email' ? 'Send again' : 'New link');

function LastChange({ of }: { readonly of: WaveMember }) {
  const at = of.ended_at ?? of.clicked_at ?? of.opened_at ?? of.delivered_at;
  return at === null ? null : <Day at={at} />;
}
