import type { LaunchNeeds } from '../../../../../shared/capabilities/announcements/launch-announcement.ts';
import type {
  AnnouncementReport,
  ExclusionReason,
} from '../../../../../shared/capabilities/announcements/schema.ts';
import { Choice, Field, Form, IfMaySend, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';
import { Excluded, type ExcludedOf, excludedHref } from '../who/excluded.tsx';
import { LeftOut } from '../who/left-out.tsx';
import { exclusionTexts, ObstacleText } from './announcement-words.tsx';
import { Allowance } from './recipients.tsx';

interface ReviewProps {
  readonly path: string;
  /** The page of the waitlist. */
  readonly list: string;
  readonly announcement: AnnouncementReport;
  readonly needs: LaunchNeeds;
  /** Those of a reason, if the page asks for them. */
  readonly excluded: ExcludedOf<ExclusionReason> | undefined;
  /** Whether this is the test mode. */
  readonly isTest: boolean;
}

/** Who gets a draft, and the button that sends it. */
export function Review({ path, list, announcement, needs, excluded, isTest }: ReviewProps) {
  const { selected, matched, sample, allowance } = announcement;
  return (
    <>
      <section class="card spaced" aria-labelledby="people">
        <div class="row spread">
          <h2 id="people">
            {selected === 0 ? 'Nobody gets it' : `${countOf(selected, 'person gets', 'people get')} it`}
          </h2>
          <IfMaySend to={`${path}/edit`}>
            <a class="button quiet small" href={`${path}/edit`}>
              Change the draft
            </a>
          </IfMaySend>
        </div>
        <p class="soft">
          {countOf(matched, 'person matches', 'people match')}.{' '}
          {matched > selected ? 'Left out are:' : 'Nobody is left out.'}
        </p>
        <LeftOut
          counts={announcement.excluded}
          texts={exclusionTexts}
          hrefOf={(reason) => excludedHref(path, reason)}
        />
        {sample.length > 0 && (
          <details>
            <summary>{sample.length < selected ? `The first ${sample.length}` : 'Who they are'}</summary>
            <Table label="People who get it" columns={['Email', { name: 'Position', number: true }]}>
              {sample.map(({ signup_id, email, position }) => (
                <tr key={signup_id}>
                  <th scope="row">
                    <a href={`${list}/signups/${signup_id}`}>{email}</a>
                  </th>
                  <td class="number">{formatCount(position)}</td>
                </tr>
              ))}
            </Table>
          </details>
        )}
        <Allowance selected={selected} remaining={allowance?.remaining ?? null} />
      </section>
      {excluded && <Excluded list={list} path={path} of={excluded} texts={exclusionTexts} />}
      {selected > 0 && (
        <IfMaySend to={`${path}/launch`}>
          {needs.obstacles.length > 0 ? (
            <section class="card" aria-labelledby="launch">
              <h2 id="launch">Before you can launch it</h2>
              <ul>
                {needs.obstacles.map((obstacle) => (
                  <li key={obstacle}>
                    <ObstacleText of={obstacle} list={list} />
                  </li>
                ))}
              </ul>
            </section>
          ) : (
            <Launch path={path} announcement={announcement} needed={needs.sample} isTest={isTest} />
          )}
        </IfMaySend>
      )}
    </>
  );
}

interface LaunchProps extends Pick<ReviewProps, 'path' | 'announcement' | 'isTest'> {
  /** The sample that has to come first, if one has. */
  readonly needed: number | null;
}

const samples = [50, 200, 1_000];

function Launch({ path, announcement: { selected, send_at }, needed, isTest }: LaunchProps) {
  const people = countOf(selected, 'person', 'people');
  const sizes = samples.filter((size) => 2 * size <= selected && size >= (needed ?? 0));
  const options = [
    ...(needed === null ? [['', 'To everybody'] as const] : []),
    ...sizes.map((size) => [String(size), `To a sample of ${formatCount(size)}, then wait for me`] as const),
  ];
  return (
    <section class="card" aria-labelledby="launch">
      <h2 id="launch">Launch</h2>
      {isTest && <p class="message">This is the test mode: no mail leaves, and you see how it would go.</p>}
      {needed !== null && (
        <p class="message warn">
          Most of these people were imported, and nobody has written to this list before. A sample of them
          gets it first, spread over all. You look at what comes back, and then send the rest.
        </p>
      )}
      <Form action={`${path}/launch`} class="fields">
        {options.length > 1 || needed !== null ? (
          <Choice
            name="sample"
            label="Send it"
            options={options}
            initial={needed === null ? '' : String(needed)}
          />
        ) : null}
        <Field
          name="count"
          label={`Type ${selected} to send it to ${people}`}
          inputmode="decimal"
          required
          maxlength={20}
          autocomplete="off"
          hint={send_at === null ? 'It begins at once.' : <BeginsAt at={send_at} />}
        />
        <div class="row">
          <Submit>{send_at === null ? `Send to ${people}` : `Schedule for ${people}`}</Submit>
        </div>
      </Form>
    </section>
  );
}

function BeginsAt({ at }: { readonly at: string }) {
  return (
    <>
      It begins <Time at={at} />.
    </>
  );
}
