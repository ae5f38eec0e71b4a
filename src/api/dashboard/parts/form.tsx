import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormValues } from '../pages.ts';
import { Page } from './page-context.ts';

interface FormProps {
  readonly action: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A form with the CSRF token of the session (C11.1). */
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
  /** The submitted values of a rejected form. */
  readonly values?: FormValues | undefined;
  /** The value before the user enters one. */
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

/** A labelled input. Submitted passwords are not shown again. */
export function Field({ name, label, values, initial, hint, type = 'text', ...attributes }: FieldProps) {
  const entered = type === 'password' ? undefined : values?.[name];
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <label>
      {label}
      <input
        {...attributes}
        name={name}
        type={type as 'text'} // preact types each kind of input separately
        value={typeof entered === 'string' ? entered : (initial ?? undefined)}
        aria-describedby={hintId}
      />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </label>
  );
}

interface ConfirmProps {
  /** The id of the dialog, unique on the page. */
  readonly id: string;
  /** The text of the button, such as "Delete". */
  readonly label: string;
  /** The name of the button for screen readers, such as "Delete ada@example.com". */
  readonly description?: string;
  readonly question: string;
  readonly action: string;
  readonly children?: ComponentChildren;
}

/** A button that opens a confirmation dialog. It works without scripts. */
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
