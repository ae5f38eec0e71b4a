import type { JudgedReferrals } from '../../../../../shared/capabilities/trust/reviews/queries.ts';
import type { Review, ReviewedReferrer } from '../../../../../shared/capabilities/trust/reviews/schema.ts';
import { type ReasonCode, reasonTexts } from '../../../../../shared/list/signals/reasons.ts';
import type { FormValues } from '../../../pages.ts';
import { Confirm, Form, Submit } from '../../../parts/form.tsx';
import { countOf, formatCount, Time } from '../../../parts/format.tsx';
import { toUrl } from '../../../parts/pager.tsx';
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

/** Reviews that are shown together. */
export type ReviewState = Review['state'];

interface DecideAllProps {
  /** Where the decision is sent. */
  readonly action: string;
  readonly referrer: Pick<ReviewedReferrer, 'signup_id' | 'email'>;
  /** Which of the reviews are decided. */
  readonly state: ReviewState;
  /** How many they are, and how many of them are credited now. */
  readonly count: number;
  readonly credited: number;
}

const counts = (count: number) => `${countOf(count, 'referral')}`;

/** Credits or refuses all referrals of somebody. Both ask first, and say what happens and how to undo it. */
export function DecideAll({ action, referrer, state, count, credited }: DecideAllProps) {
  const { signup_id: id, email } = referrer;
  const toCredit = count - credited;
  const loses =
    credited === 0 ? '' : ` ${email} loses the credit of ${formatCount(credited)} that count now.`;
  const isOpen = state === 'open';
  return (
    <div class="row together">
      {state !== 'approved' && toCredit > 0 && (
        <Confirm
          id={`credit-${id}`}
          label="Credit all"
          description={`Credit all: ${email}`}
          tone="quiet"
          question={`This credits ${counts(toCredit)} of ${email}: they count for the place, rewards and the leaderboard, and mails that were held are sent. To undo it, refuse them under Credited.`}
          action={action}
        >
          <Decision of="approve" state={state} />
        </Confirm>
      )}
      {state !== 'rejected' && (
        <Confirm
          id={`refuse-${id}`}
          label="Refuse all"
          description={`Refuse all: ${email}`}
          question={`This refuses ${counts(count)} of ${email}.${loses} All of them stay on the list where they are. To undo it, credit them under Refused${isOpen ? '' : ' again'}.`}
          action={action}
        >
          <Decision of="reject" state={state} />
        </Confirm>
      )}
    </div>
  );
}

function Decision({ of, state }: { readonly of: 'approve' | 'reject'; readonly state: ReviewState }) {
  return (
    <>
      <input type="hidden" name="decision" value={of} />
      <input type="hidden" name="state" value={state} />
    </>
  );
}

/** Those whose codes others passed, with one decision for all open reviews of each. */
export function ReferrerTable({
  path,
  referrers,
  judged,
  credited,
}: {
  path: string;
  referrers: readonly ReviewedReferrer[];
  judged: ReadonlyMap<string, JudgedReferrals>;
  /** Also the referrals that nobody judged, as on the pages of the people. */
  credited: ReadonlyMap<string, number>;
}) {
  const number = true;
  return (
    <Table
      label="Referrers"
      columns={[
        'Referrer',
        { name: 'Credited', number },
        { name: 'Withheld', number },
        { name: 'Refused', number },
        { name: 'Bounced', number },
        'Reasons',
        { name: 'Decision', hidden: true },
      ]}
    >
      {referrers.map((referrer) => {
        const { signup_id, email, bounced, top_reasons } = referrer;
        const { withheld, suspicious, refused } = judged.get(signup_id) ?? allFine;
        const open = withheld + suspicious;
        const hrefOf = (query: Readonly<Record<string, string>>) =>
          toUrl(path, { referrer: signup_id, ...query });
        return (
          <tr key={signup_id}>
            <th scope="row">
              <span class="line">
                <a href={hrefOf({})} title={email}>
                  {email}
                </a>
              </span>
            </th>
            <td class="number">
              <span>
                {formatCount(credited.get(signup_id) ?? 0)}
                {suspicious > 0 && (
                  <small class="line">
                    <a href={hrefOf({})}>{formatCount(suspicious)} suspicious</a>
                  </small>
                )}
              </span>
            </td>
            <td class="number">
              <Counted count={withheld} href={hrefOf({})} />
            </td>
            <td class="number">
              <Counted count={refused} href={hrefOf({ state: 'rejected' })} />
            </td>
            <td class="number">{formatCount(bounced)}</td>
            <td>
              <Reasons of={top_reasons} />
            </td>
            <td>
              {open > 0 && (
                <DecideAll
                  action={`${path}/referrers/${signup_id}`}
                  referrer={referrer}
                  state="open"
                  count={open}
                  credited={suspicious}
                />
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const allFine: JudgedReferrals = { withheld: 0, refused: 0, suspicious: 0 };

const Counted = ({ count, href }: { readonly count: number; readonly href: string }) =>
  count === 0 ? '0' : <a href={href}>{formatCount(count)}</a>;

interface ButtonsProps {
  readonly action: string;
  readonly canCredit: boolean;
  readonly canRefuse: boolean;
  readonly of: string;
}

/** Decides one referral. Whatever was decided can be decided again. */
function Buttons({ action, canCredit, canRefuse, of }: ButtonsProps) {
  return (
    <Form action={action} class="row together">
      {canCredit && (
        <Submit class="quiet small" name="decision" value="approve" aria-label={`Credit: ${of}`}>
          Credit
        </Submit>
      )}
      {canRefuse && (
        <Submit class="danger small" name="decision" value="reject" aria-label={`Refuse: ${of}`}>
          Refuse
        </Submit>
      )}
    </Form>
  );
}

/** Referrals that look farmed, credited or not, which nobody has decided, or those that somebody has. */
export function ClaimTable({
  path,
  list,
  claims,
  label,
  shown,
}: {
  path: string;
  list: string;
  claims: readonly Review[];
  label: string;
  /** What the page shows, which it goes on with after a decision. */
  shown: FormValues;
}) {
  return (
    <Table
      label={label}
      class="claims"
      columns={['Signup', 'Reasons', 'Signed up', { name: 'Decision', hidden: true }]}
    >
      {claims.map(({ signup_id, email, referrer, reasons, state, credited, settles_at, created_at }) => (
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
            {credited && state === 'open' && <small> Credited all the same.</small>}
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
              action={toUrl(`${path}/claims/${signup_id}`, shown)}
              canCredit={!credited}
              canRefuse={state !== 'rejected'}
              of={email}
            />
          </td>
        </tr>
      ))}
    </Table>
  );
}
