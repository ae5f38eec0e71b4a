import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import { type FieldDefinition, maxFieldsPerWaitlist } from '../../../../../shared/list/fields/schema.ts';
import type { WaitlistSettings, WaitlistSettingsPatch } from '../../../../../shared/list/parts.ts';
import { readSettings } from '../../../../../shared/list/settings/read-settings.ts';
import { settingsPatch } from '../../../../../shared/list/settings/schema.ts';
import { updateSettings } from '../../../../../shared/list/settings/update-settings.ts';
import type { WebContext } from '../../../../web-context.ts';
import { type Control, toInputs } from '../../../controls/control.ts';
import { Inputs } from '../../../controls/inputs.tsx';
import { takeForm } from '../../../controls/refusal.ts';
import { addForm, redirectWithFlash, type Show } from '../../../pages.ts';
import { Form, Submit } from '../../../parts/form.tsx';
import { CardTitle } from '../../../parts/layout.tsx';
import { Page } from '../../../parts/page-context.ts';

/** The paths of all settings, such as `abuse.velocity.per_hour`. */
type SettingPath = PathIn<WaitlistSettingsPatch>;
type PathIn<Values> = {
  [Key in keyof Values & string]: NonNullable<Values[Key]> extends
    | readonly unknown[]
    | string
    | number
    | boolean
    ? Key
    : Key | `${Key}.${PathIn<NonNullable<Values[Key]>>}`;
}[keyof Values & string];

/** A waitlist as its settings cards see it. */
export interface ListOfCards {
  readonly id: string;
  readonly settings: WaitlistSettings;
  readonly fields: readonly FieldDefinition[];
  /** A name for its page, where it has none yet and this one is free. */
  readonly freeSlug?: string | undefined;
}

/** A card with settings of a waitlist: what it says, and what can be entered. */
export interface SettingsCard {
  /** Of its heading, its form and its page in the settings. */
  readonly id: string;
  readonly title: string;
  readonly about?: string | ((list: ListOfCards) => ComponentChildren);
  readonly controls: (list: ListOfCards) => readonly Control<SettingPath>[];
  /** The text of its button. */
  readonly save: string;
  /** The page that has it as its only settings card, instead of Settings. */
  readonly page?: 'invite' | 'review';
}

const pathOf = ({ page, id }: SettingsCard) => (page ? `${page}/settings` : `settings/${id}`);

export async function readListOfCards(ctx: WebContext, request: FastifyRequest): Promise<ListOfCards> {
  const { caller } = request.session;
  const { id } = request.waitlist;
  const [settings, fields] = await Promise.all([
    readSettings(ctx, caller, id),
    listFields(ctx, caller, id, { limit: maxFieldsPerWaitlist, offset: 0 }),
  ]);
  return { id, settings, fields: fields.data };
}

interface CardProps {
  readonly of: SettingsCard;
  readonly list: ListOfCards;
  /** What the card says itself, unless the page knows more. */
  readonly about?: ComponentChildren;
  /** Behind the button that saves. */
  readonly actions?: ComponentChildren;
  /** Behind the form. */
  readonly children?: ComponentChildren;
  /** Beside all of it, or below where there is no room. */
  readonly beside?: ComponentChildren;
  /** Where the form is folded away: the text of the button that opens it. */
  readonly folded?: string;
}

export function Card({ of: card, list, about, actions, children, beside, folded }: CardProps) {
  const { id, title, controls, save } = card;
  const action = `/dashboard/waitlists/${list.id}/${pathOf(card)}`;
  const isRefused = useContext(Page)?.formError?.path === action;
  const form = (
    <Form action={action} class="fields" readable>
      <Inputs of={toInputs(settingsPatch(), controls(list))} stored={list.settings} />
      <div class="row">
        <Submit>{save}</Submit>
        {actions}
      </div>
    </Form>
  );
  const content = (
    <>
      {folded === undefined ? (
        form
      ) : (
        <details class="more" open={isRefused}>
          <summary class="button quiet">{folded}</summary>
          {form}
        </details>
      )}
      {children}
    </>
  );
  return (
    <section class="card" aria-labelledby={id}>
      <CardTitle id={id}>{title}</CardTitle>
      {about ?? (typeof card.about === 'string' ? <p class="soft">{card.about}</p> : card.about?.(list))}
      {beside === undefined ? (
        content
      ) : (
        <div class="beside">
          <div>{content}</div>
          {beside}
        </div>
      )}
    </section>
  );
}

/** Takes the form of a card. */
export function takeCard(app: FastifyInstance, ctx: WebContext, card: SettingsCard, show: Show): void {
  addForm(app, `/waitlists/:id/${pathOf(card)}`, {}, show, async (request, reply) => {
    const list = await readListOfCards(ctx, request);
    const inputs = toInputs(settingsPatch(), card.controls(list));
    await takeForm(
      inputs,
      request.body,
      settingsPatch(),
      (patch) => updateSettings(ctx, request.session.caller, list.id, patch),
      list.settings,
    );
    const page = card.page ?? `settings/${card.id}#${card.id}`;
    return redirectWithFlash(reply, `/dashboard/waitlists/${list.id}/${page}`, 'Saved.');
  });
}
