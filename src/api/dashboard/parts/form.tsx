import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormValues } from '../pages.ts';
import { Page } from './page-context.ts';

interface FormProps {
  readonly action: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A form that changes something; it carries its session's token (C11.1). */
export function Form({ children, ...attributes }: FormProps) {
  const page = useContext(Page);
  return (
    <form method="post" {...attributes}>
      {page && <input type="hidden" name="csrf" value={page.session.csrfToken} />}
      {children}
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** What was entered before a refusal, by the names of the fields. */
  readonly values?: FormValues | undefined;
  /** What it holds before anything is entered. */
  readonly initial?: string | number | null | undefined;
  readonly hint?: ComponentChildren;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'url' | 'date';
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly pattern?: string;
}

/** A line to fill in. A password is never shown again. */
export function Field({ name, label, values, initial, hint, type = 'text', ...attributes }: FieldProps) {
  const entered = type === 'password' ? undefined : values?.[name];
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <label>
      {label}
      <input
        {...attributes}
        name={name}
        type={type as 'text'} // the types of inputs do not allow for one that is chosen here
        value={typeof entered === 'string' ? entered : (initial ?? undefined)}
        aria-describedby={hintId}
      />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </label>
  );
}

interface ConfirmProps {
  /** Unique on the page; the dialog's name in its markup. */
  readonly id: string;
  /** What the button that asks says, such as "Delete". */
  readonly label: string;
  /** For those who only hear the button: "Delete ada@example.com". */
  readonly description?: string;
  readonly question: string;
  readonly action: string;
  readonly children?: ComponentChildren;
}

/** A button whose deed is asked about once more. The dialog opens without a script. */
export function Confirm({ id, label, description = label, question, action, children }: ConfirmProps) {
  return (
    <>
      <button type="button" class="danger small" popovertarget={id} aria-label={description}>
        {label}
      </button>
      <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-question`} class="dialog">
        <p id={`${id}-question`}>{question}</p>
        <Form action={action} class="fields">
          {children}
          <div class="row">
            <button type="submit" class="danger">
              {label}
            </button>
            <button type="button" class="quiet" popovertarget={id} popovertargetaction="hide">
              Cancel
            </button>
          </div>
        </Form>
      </div>
    </>
  );
}
