import { QrCode } from '../../../charts/qr-code.tsx';
import { Secret } from '../../../parts/secret.tsx';
import type { ListOfCards, SettingsCard } from './settings-card.tsx';
import { NeedsWithholding } from './withholding.tsx';

/** The hosted signup page of a waitlist, with its link and the code of its form. */
export const page: SettingsCard = {
  id: 'page',
  title: 'Signup page',
  about: (list) => <About {...list} />,
  controls: ({ fields }) => [
    {
      at: 'page.enabled',
      label: 'Have a signup page at this service',
      hint: 'Anybody can post to it, so suspicious referrals are withheld from then on.',
      inOtherWords: {
        'needs abuse.mode to be "enforce"': 'needs suspicious referrals to be withheld',
      },
    },
    {
      at: 'page.slug',
      under: 'enabled',
      label: 'Name in the address',
      hint: 'Lower-case letters, digits and hyphens. If you change it, the old address leads to the new one.',
      placeholder: 'my-product',
      maxlength: 60,
      inOtherWords: {
        'is required while page.enabled is true': 'choose one to switch the page on',
        'is taken. Choose another.': 'another waitlist has it. Choose another one.',
      },
    },
    { at: 'page.show_total', label: 'Say how many people are on the list', under: 'enabled' },
    {
      at: 'page.invited_by_field',
      label: 'Who invites, on the picture beside a shared link',
      hint: 'Everybody who sees the link reads the first word of the field. Say so where you ask for it.',
      options: [['', 'Nobody'], ...fields.map(({ key, label }) => [key, label] as const)],
    },
  ],
  save: 'Save signup page',
};

function About({ id, settings: { page: stored, form, abuse } }: ListOfCards) {
  const formPage = `/dashboard/waitlists/${id}/settings/form`;
  const { enabled, url, embed_url: script } = stored;
  const isShown = enabled && url !== null && script !== null;
  return (
    <>
      <p class="soft">
        For waitlists without a site: a page with your brand and the fields of the <a href={formPage}>form</a>
        . If you name no page of your own, referral links lead there.
      </p>
      {abuse.mode !== 'enforce' && <NeedsWithholding id={id} part="page" />}
      {form.captcha !== null && form.captcha.site_key === null && (
        <p class="soft">
          The form has a captcha: enter its site key in <a href={formPage}>Form</a> first.
        </p>
      )}
      {isShown && (
        <>
          <p>
            <a href={url} target="_blank" rel="noopener">
              Open the page
            </a>
          </p>
          <Secret value={url} label="address of the signup page" />
          <details class="apart">
            <summary>QR code</summary>
            <QrCode text={url} label="QR code of the signup page" />
          </details>
          <p class="soft">
            This line draws the form into a page of yours, which the sites of the <a href={formPage}>form</a>{' '}
            must name{form.origins.length === 0 ? ': none is named yet' : ''}.
          </p>
          <Secret value={`<script src="${script}" async></script>`} label="code of the signup form" />
        </>
      )}
    </>
  );
}
