import { campaignKeys } from '../../../list/signups/campaign.ts';
import { toForm } from './header-form.ts';

/** What columns become, by the forms of their names. Null: the column is known, and not imported. */
export type HeaderMap = Readonly<Record<string, string | null>>;

/** What columns are called, in English, German, French, Spanish and Portuguese, as forms. */
const names: Readonly<Record<string, string>> = {
  email: `
    email e_mail mail email_address e_mail_address mail_address emailaddress email_id your_email your_email_address subscriber_email
    contact_email user_email primary_email email_adresse e_mail_adresse mailadresse emailadresse mail_adresse
    courriel adresse_e_mail adresse_email adresse_mail adresse_courriel adresse_electronique
    correo correo_electronico direccion_de_correo direccion_de_correo_electronico email_do_assinante endereco_de_email
    endereco_de_e_mail correio_eletronico e_post epost`,
  created_at: `
    created_at created created_time created_on creation_date date_created create_date createdat createddate
    signed_up_at signed_up signed_up_on signup_date sign_up_date signup_at signup_time date_signed_up
    subscribed_at subscribed_on subscribe_date subscribe_time date_subscribed subscription_date
    date timestamp datetime date_time date_added added_at added added_on joined_at joined joined_on join_date date_joined
    registered_at registered_on registration_date registration_time date_registered submitted_at submitted_on submission_date
    submission_time opted_in_at opt_in_time opt_in_date optin_time inserted_at
    datum zeitstempel erstellt erstellt_am erstellungsdatum angemeldet_am anmeldedatum registriert_am eingetragen_am
    horodateur date_d_inscription date_inscription inscrit_le inscrite_le cree_le date_de_creation date_d_ajout
    fecha marca_temporal fecha_de_registro fecha_de_alta fecha_de_inscripcion fecha_de_creacion creado creado_el
    carimbo_de_data_hora data_de_inscricao data_de_cadastro data_de_criacao criado_em inscrito_em cadastrado_em data`,
  position: `
    position waitlist_position queue_position place_in_line platz listenplatz posicion posicao`,
  referral_code: `
    referral_code referralcode ref_code referral_token invite_code share_code empfehlungscode code_de_parrainage code_parrainage
    codigo_de_referido codigo_de_indicacao`,
  referred_by: `
    referred_by referredby referrer_code referrercode referrer_email referrer_id referrerid invited_by empfohlen_von parraine_par
    referido_por indicado_por`,
  utm_source: 'utm_source source quelle herkunft origen origem',
  referrer: 'referrer referer http_referrer referrer_url referring_url referring_site referring_page',
  unsubscribed_at: `
    unsubscribed_at unsubscribed_on unsubscribe_date unsubscribe_time unsubscription_date unsub_time opted_out_at opt_out_date
    opt_out_time abgemeldet_am desabonne_le desinscrit_le fecha_de_baja descadastrado_em`,
  confirmed_at: `
    confirmed_at confirmed_on confirm_time confirmation_date confirmation_time verified_at email_verified_at email_confirmed_at
    bestatigt_am confirme_le confirmado_el confirmado_em`,
  bounced_at: 'bounced_at bounced_on bounce_date bounce_time clean_time cleaned_at',
  converted_at: 'converted_at',
  locale: 'locale',
};

/** What columns of any file become. */
export const commonNames: HeaderMap = Object.fromEntries(
  Object.entries(names).flatMap(([target, forms]) =>
    forms
      .trim()
      .split(/\s+/)
      .map((form) => [form, target]),
  ),
);

/** The same behind custom fields: many lists have one with such a key. */
export const campaignNames: HeaderMap = Object.fromEntries(campaignKeys.map((key) => [key, key]));

/** The forms of a name: whole, and without what is in brackets, such as `Email (required)`. */
export function formsOf(name: string): string[] {
  return [...new Set([toForm(name), toForm(name.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' '))])];
}
