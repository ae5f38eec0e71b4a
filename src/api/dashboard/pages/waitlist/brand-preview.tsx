import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { BrandPatch, BrandSettings } from '../../../../shared/capabilities/branding/settings.ts';
import { settingsPatch } from '../../../../shared/list/settings/schema.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { sendPreview } from '../../../hosted/document/hosted-page.tsx';
import { localeOf } from '../../../hosted/document/locale-of.ts';
import { type SampleState, samplePageOf, sampleStates } from '../../../hosted/preview/sample-page.ts';
import type { WebContext } from '../../../web-context.ts';
import { toInputs } from '../../controls/control.ts';
import { readInputs } from '../../controls/read.ts';
import { Submit } from '../../parts/form.tsx';
import { brand as card } from './cards/brand.ts';
import { type ListOfCards, readListOfCards } from './cards/settings-card.tsx';
import { inFrame } from './in-frame.ts';

const pathOf = (listId: string) => `/dashboard/waitlists/${listId}/settings/brand/preview`;
/** The name of the frame. */
const frame = 'brand-preview';

const statusNames: Readonly<Record<Exclude<SampleState, 'signup'>, string>> = {
  new: 'New',
  moved: 'Moved up',
  reward: 'Reward reached',
  invited: 'Invited',
  unconfirmed: 'Unconfirmed',
};

/** What a card has beside the settings of the brand, and the button that shows them before they are saved. */
export const withPreview = (listId: string) => ({
  beside: <BrandPreview listId={listId} />,
  actions: (
    <Submit class="quiet" formaction={pathOf(listId)} formtarget={frame} formnovalidate data-preview="">
      Preview
    </Submit>
  ),
});

/**
 * The pages as they would look. What it shows is chosen in a form of its own, which changes nothing: it works
 * without scripts, and for users who may not change the brand.
 */
function BrandPreview({ listId }: { readonly listId: string }) {
  return (
    <section class="brand-preview" aria-labelledby="brand-preview">
      <h3 id="brand-preview">Preview</h3>
      <form method="get" action={pathOf(listId)} target={frame} class="row">
        <label class="inline">
          Page
          <select name="state">
            <option value="signup">Signup page</option>
            <optgroup label="Status page">
              {Object.entries(statusNames).map(([state, text]) => (
                <option key={state} value={state}>
                  {text}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        <Segments
          legend="Screen"
          name="screen"
          options={[
            ['phone', 'Phone'],
            ['desktop', 'Desktop'],
          ]}
        />
        <Segments
          legend="Look"
          name="scheme"
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
        />
        <button type="submit" class="quiet small" data-show>
          Show
        </button>
      </form>
      <div class="screen">
        <div class="device">
          <iframe name={frame} title="Preview of the page" sandbox="" src={pathOf(listId)} loading="lazy" />
        </div>
      </div>
      <p class="soft">
        <small>With a made-up person. Other settings decide which of these pages and parts people get.</small>
      </p>
    </section>
  );
}

interface SegmentsProps {
  readonly legend: string;
  readonly name: string;
  /** The first is chosen. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A choice of a few short words, side by side. */
function Segments({ legend, name, options }: SegmentsProps) {
  return (
    <fieldset class="segments">
      <legend class="hidden">{legend}</legend>
      {options.map(([value, text], index) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={index === 0} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is shown; anything else is the first. */
const Shown = z.object({
  state: z.enum(sampleStates).catch('signup'),
  scheme: z.enum(['light', 'dark']).catch('light'),
});

/** The page in the frame replaces it, unless it is refused. */
const refusalPolicy = "default-src 'none'; style-src 'self'; frame-ancestors 'self'; sandbox";

/** A page of the list with sample data: with the brand as it is (GET), or as it is being written (POST). */
export function brandPreviewPage(app: FastifyInstance, ctx: WebContext): void {
  const url = '/waitlists/:id/settings/brand/preview';
  const options = { onRequest: inFrame(refusalPolicy) };
  const show = async (request: FastifyRequest, reply: FastifyReply, drafted: boolean) => {
    const { waitlist, session, query, body } = request;
    const list = await readListOfCards(ctx, request);
    const entered = drafted ? toDraft(list, body) : list.settings.brand;
    const brand = { ...entered, logo: entered.logo && new URL(entered.logo).pathname };
    const { state, scheme } = Shown.parse(query);
    const page = samplePageOf(state, {
      list: { ...waitlist, settings: list.settings, fields: list.fields, brand },
      caller: session.caller,
      locale: localeOf(request, brand),
      baseUrl: ctx.config.baseUrl,
    });
    return sendPreview(reply, page, scheme);
  };
  app.get(url, options, (request, reply) => show(request, reply, false));
  app.post(url, options, (request, reply) => show(request, reply, true));
}

/** The brand in a form that is still being written. What is not valid yet stays as it is stored. */
function toDraft(list: ListOfCards, body: unknown): BrandSettings {
  const draft: Record<string, unknown> = { ...list.settings.brand };
  for (const input of toInputs(settingsPatch(), card.controls(list))) {
    const { data } = BrandPatch.safeParse(readOrNothing(() => readInputs([input], body).brand));
    Object.assign(draft, data);
  }
  return BrandSettings.parse(Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null)));
}

function readOrNothing(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}
