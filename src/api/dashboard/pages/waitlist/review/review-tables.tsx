import type { OpenOfReferrer } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import type { Review, ReviewedReferrer } from '../../../../../shared/capabilities/trust/reviews/schema.ts';
import { type ReasonCode, reasonTexts } from '../../../../../shared/list/signals/reasons.ts';
import { Form, Submit } from '../../../parts/form.tsx';
import { formatCount, Time } from '../../../parts/format.tsx';
import { Table } from '../../../parts/table.tsx';

/** The reasons in a word or two. */
const names: Readonly<Record<ReasonCode, string>> = {
  disposable_domain: 'Disposable address',
  blocked_domain: 'Blocked domain',
  alias: 'Same mailbox',
  velocity: 'Too fast',
  domain_cluster: 'Many at one domain',
  scripted: 'Script',
  network: 'One network',
  no_mx: 'Domain takes no mail',
  bounced: 'Bounced',
  complained: 'Spam report',
  failed: 'Mail refused',
  tainted_code: 'Code with fakes',
};

/** One element, because the row of a phone puts each child of a cell beside its label. */
function Reasons({ of }: { of: readonly ReasonCode[] }) {
  return (
    <span class="tags">
      {of.map((code) => (
        <span key={code} class="tag warn" title={reasonTexts[code]}>
          {names[code]}
        </span>
      ))}
    </span>
  );
}

interface ButtonsProps {
  readonly action: string;
  /** Undefined where all of it is credited. */
  readonly credit: string | undefined;
  readonly refuse: string;
  readonly of: string;
}

function Buttons({ action, credit, refuse, of }: ButtonsProps) {
  return (
    <Form action={action} class="row together">
      {credit !== undefined && (
        <Submit class="quiet small" name="decision" value="approve" aria-label={`${credit}: ${of}`}>
          {credit}
        </Submit>
      )}
      <Submit class="danger small" name="decision" value="reject" aria-label={`${refuse}: ${of}`}>
        {refuse}
      </Submit>
    </Form>
  );
}

/** Those whose codes others passed, with one decision for all open reviews of each. */
export function ReferrerTable({
  path,
  referrers,
  open,
}: {
  path: string;
  referrers: readonly ReviewedReferrer[];
  open: ReadonlyMap<string, OpenOfReferrer>;
}) {
  const number = true;
  return (
    <Table
      label="Referrers"
      columns={[
        'Referrer',
        { name: 'Referrals', number },
        { name: 'Credited', number },
        { name: 'Withheld', number },
        { name: 'Bounced', number },
        'Reasons',
        { name: 'Decision', hidden: true },
      ]}
    >
      {referrers.map(({ signup_id, email, claims, credited, withheld, bounced, top_reasons }) => (
        <tr key={signup_id}>
          <th scope="row">
            <span class="line">
              <a href={`${path}?referrer=${signup_id}`} title={email}>
                {email}
              </a>
            </span>
          </th>
          <td class="number">{formatCount(claims)}</td>
          <td class="number">{formatCount(credited)}</td>
          <td class="number">{formatCount(withheld)}</td>
          <td class="number">{formatCount(bounced)}</td>
          <td>
            <Reasons of={top_reasons} />
          </td>
          <td>
            {open.has(signup_id) && (
              <Buttons
                action={`${path}/referrers/${signup_id}`}
                credit={open.get(signup_id)?.hasUncredited ? 'Credit all' : undefined}
                refuse="Refuse all"
                of={email}
              />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Referrals that look farmed, credited or not, which nobody has decided. */
export function ClaimTable({
  path,
  list,
  claims,
}: {
  path: string;
  list: string;
  claims: readonly Review[];
}) {
  return (
    <Table
      label="Open reviews"
      class="claims"
      columns={['Signup', 'Reasons', 'Signed up', { name: 'Decision', hidden: true }]}
    >
      {claims.map(({ signup_id, email, referrer, reasons, credited, settles_at, created_at }) => (
        <tr key={signup_id}>
          <th scope="row">
            <span class="line">
              <a href={`${list}/signups/${signup_id}`} title={email}>
                {email}
              </a>
            </span>
            <small class="line">
              referred by{' '}
              <a href={`${list}/signups/${referrer.id}`} title={referrer.email}>
                {referrer.email}
              </a>
            </small>
          </th>
          <td class="why">
            <Reasons of={reasons.map(({ code }) => code)} />
            {credited && <small> Credited all the same.</small>}
            {!credited && settles_at !== null && (
              <small>
                {' '}
                Settles by itself from <Time at={settles_at} />.
              </small>
            )}
          </td>
          <td class="when">
            <Time at={created_at} />
          </td>
          <td>
            <Buttons
              action={`${path}/claims/${signup_id}`}
              credit={credited ? undefined : 'Credit'}
              refuse="Refuse"
              of={email}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
