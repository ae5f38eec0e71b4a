import { QrCode } from '../../../charts/qr-code.tsx';
import { Secret } from '../../../parts/secret.tsx';
import type { ListOfCards, SettingsCard } from './settings-card.tsx';

/** The hosted signup page of a waitlist, with its link and the code of its form. */
export const page: SettingsCard = {
  id: 'page',
  title: 'Signup page',
  about: (list) => <About {...list} />,
  controls: ({ fields, freeSlug }) => [
    {
      at: 'page.enabled',
      label: 'Have a signup page at this service',
      hint: 'Anybody can post to it, so suspicious referrals are withheld from then on: they wait in Review for you.',
    },
    {
      at: 'page.slug',
      under: 'enabled',
      label: 'Name in the address',
      hint: 'Lower-case letters, digits and hyphens. If you change it, the old address leads to the new one.',
      placeholder: 'my-product',
      initial: freeSlug,
      maxlength: 60,
      inOtherWords: {
        'is required while page.enabled is true': 'choose one to switch the page on',
        'is taken. Choose another.': 'another waitlist has it. Choose another one.',
      },
    },
    { at: 'page.show_total', label: 'Say how many people are on the list', under: 'enabled' },
    ...(fields.length === 0 ? [] : [inviterOf(fields)]),
  ],
  save: 'Save signup page',
};

/** Chooses the field with the name of whoever shares a link. */
const inviterOf = (fields: ListOfCards['fields']) =>
  ({
    at: 'page.invited_by_field',
    label: 'Name in the preview of a shared link',
    hint: 'Chats show a picture beside a link that somebody shares: it can begin with the first word of this field, such as “Ada invites you”. Everybody who sees the link reads it: say so where you ask for it.',
    options: [['', 'No name'], ...fields.map(({ key, label }) => [key, label] as const)],
  }) as const;

function About({ id, settings: { page: stored, form } }: ListOfCards) {
  const formPage = `/dashboard/waitlists/${id}/settings/form`;
  const { enabled, url, embed_url: script } = stored;
  const isShown = enabled && url !== null && script !== null;
  return (
    <>
      <p class="soft">
        For waitlists without a site: a page with your brand and the fields of the <a href={formPage}>form</a>
        . If you name no page of your own, referral links lead there.
      </p>
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
