import {
  type ButtonTarget,
  buttonTargets,
  type EmailDesign,
} from '../../../../../shared/mail/design/email-design.ts';
import type { TemplateKind } from '../../../../../shared/mail/parts.ts';
import type { WaitlistTemplate } from '../../../../../shared/mail/templates/read-email-template.ts';
import type { FormValues } from '../../../pages.ts';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { More } from '../../../parts/folded/more.tsx';
import { Choice, Field } from '../../../parts/form.tsx';

const targetNames: Readonly<Record<ButtonTarget, string>> = {
  referral: 'Their referral link',
  status: 'Their status page',
  confirm: 'The link that confirms their address',
  invite: 'The link of their invitation',
  url: 'The address below',
};

interface SimpleEditorProps {
  readonly kind: TemplateKind;
  readonly design: EmailDesign;
  /** The links that mails of the list can hold. */
  readonly links: WaitlistTemplate['links'];
  /** Submitted values. */
  readonly values: FormValues | undefined;
  readonly problemOf: (name: string) => string | undefined;
}

/** The parts of a mail as form fields, in their order in the mail (N8). */
export function SimpleEditor({ kind, design, links, values, problemOf }: SimpleEditorProps) {
  const field = (name: keyof EmailDesign, label: string) => {
    const stored = design[name];
    return {
      ...{ name, label, values, problem: problemOf(name) },
      initial: typeof stored === 'boolean' ? undefined : stored,
    };
  };
  const isOn = (name: 'show_position' | 'show_code') => (values ? values[name] === 'on' : design[name]);
  const text = values?.text;
  const isOffered: Readonly<Record<ButtonTarget, boolean>> = {
    ...links,
    confirm: kind === 'confirm',
    invite: kind === 'invite',
    url: true,
  };
  const targets = buttonTargets.filter((target) => isOffered[target] || target === design.button_target);
  return (
    <>
      <Field {...field('headline', 'Headline')} required maxlength={200} />
      <label>
        Text
        <textarea name="text" class="prose" required maxlength={10_000} aria-describedby="text-hint">
          {`\n${typeof text === 'string' ? text : design.text}`}
        </textarea>
        <small id="text-hint">An empty line begins a new paragraph. Web addresses become links.</small>
      </label>
      <Checkbox name="show_position" label="Show the position" initial={isOn('show_position')} />
      <Field {...field('button_text', 'Button')} maxlength={100} placeholder="No button" />
      <div class="with-button">
        <Choice
          {...field('button_target', 'Button leads to')}
          values={values ?? { button_target: design.button_target }}
          options={targets.map((target) => [target, targetNames[target]] as const)}
        />
        <div class="button-url">
          <Field
            {...field('button_url', 'Address of the button')}
            type="url"
            maxlength={1_000}
            placeholder="https://"
            hint={
              links.referral || kind === 'confirm'
                ? undefined
                : 'To offer referral links, enter the page where people sign up in the settings of the waitlist.'
            }
          />
        </div>
      </div>
      <Checkbox name="show_code" label="Show the referral code" initial={isOn('show_code')} />
      <More label="Logo and color" isOpen={(problemOf('logo_url') ?? problemOf('color')) !== undefined}>
        <Field
          {...field('logo_url', 'Logo')}
          type="url"
          maxlength={1_000}
          placeholder="https://"
          hint="Address of an image, shown at most 200 pixels wide and 48 high. Leave empty for none."
        />
        <Field {...field('color', 'Color')} type="color" hint="Of the button, the links and the position." />
      </More>
    </>
  );
}

/** The design in a submitted form; browsers leave out unchecked boxes and send line breaks as CR LF. */
export function toDesign(body: unknown): Record<string, unknown> {
  const values = body as FormValues;
  const given = (name: string) => (values[name] === '' ? undefined : values[name]);
  const text = given('text');
  return {
    logo_url: given('logo_url'),
    color: given('color'),
    headline: given('headline') ?? '',
    text: typeof text === 'string' ? text.replaceAll('\r\n', '\n') : (text ?? ''),
    show_position: values.show_position === 'on',
    show_code: values.show_code === 'on',
    button_text: given('button_text'),
    button_target: given('button_target') ?? 'url',
    button_url: given('button_url'),
  };
}
