import { type ButtonHTMLAttributes, type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FormError, FormValues } from '../pages.ts';
import { toWords } from '../plain-words.ts';
import { maySend } from '../rights.ts';
import { Page } from './page-context.ts';

interface FormProps {
  /** For inputs that stand outside of it. */
  readonly id?: string;
  readonly action: string;
  /** Where other buttons of the form send it. */
  readonly otherActions?: readonly string[];
  readonly class?: string;
  /** The refusal of a form on a page without a session. */
  readonly rejected?: FormError | undefined;
  /** Whether it has changes that are not saved. A rejected form has. */
  readonly unsaved?: boolean;
  /** Whether its values are shown to users who may not send it. They see nothing of other forms. */
  readonly readable?: boolean;
  /** For forms with a file. */
  readonly enctype?: 'multipart/form-data';
  readonly children: ComponentChildren;
}

/** The refusal of the form around a field; undefined if another form of the page was rejected, or none. */
const Rejected = createContext<FormError | undefined>(undefined);

/**
 * A form with the CSRF token of the session (C11.1). If it was rejected, its fields show what was entered,
 * and the message at the field that it is about.
 */
export function Form({
  children,
  otherActions = [],
  rejected,
  unsaved,
  readable = false,
  ...attributes
}: FormProps) {
  const page = useContext(Page);
  const may = useMaySend(attributes.action);
  const { formError } = page ?? {};
  const [path = ''] = attributes.action.split('?');
  const isRejected = formError?.path !== undefined && [path, ...otherActions].includes(formError.path);
  if (!may)
    return readable ? (
      <fieldset class={`read-only ${attributes.class ?? ''}`} disabled>
        <IsReadOnly.Provider value={true}>{children}</IsReadOnly.Provider>
      </fieldset>
    ) : null;
  return (
    <Rejected.Provider value={rejected ?? (isRejected ? formError : undefined)}>
      <form method="post" data-unsaved={(unsaved ?? isRejected) ? '' : undefined} {...attributes}>
        {page && <input type="hidden" name="csrf" value={page.session.csrfToken} />}
        {children}
      </form>
    </Rejected.Provider>
  );
}

const IsReadOnly = createContext(false);

/** Whether the user may send a form to a path (N8). Everybody may on pages without a session. */
function useMaySend(action: string): boolean {
  const { session } = useContext(Page) ?? {};
  const [path = ''] = action.split('?');
  return session === undefined || maySend(session.role, path);
}

/** What only users see who may send the form at a path. */
export function IfMaySend({ to, children }: { readonly to: string; readonly children: ComponentChildren }) {
  return useMaySend(to) ? children : null;
}

/** What is not shown within a form to users who may not send it. */
export function IfWritable({ children }: { readonly children: ComponentChildren }) {
  return useContext(IsReadOnly) ? null : children;
}

interface SubmitProps extends Omit<ButtonHTMLAttributes, 'type'> {
  readonly name?: string;
  readonly value?: string;
  readonly formaction?: string;
  readonly formtarget?: string;
  readonly formnovalidate?: boolean;
}

/** A button that sends the form around it. Not shown to users who may not send it. */
export function Submit(attributes: SubmitProps) {
  return useContext(IsReadOnly) ? null : <button type="submit" {...attributes} />;
}

/** Distinguishes the fields of a dialog from others of the same name on its page. */
const IdPrefix = createContext('');

/** What was entered in the form around a component, if it was rejected. */
export function useEntered(): FormValues | undefined {
  return useContext(Rejected)?.values;
}

/** The message about a field: a refusal that names it, or begins with its label. */
function useProblem(name: string, label: string): string | undefined {
  const { message, field } = useContext(Rejected) ?? {};
  if (message === undefined || (field !== undefined && field !== name)) return undefined;
  const subject = [label, toWords(name)].find((words) => message.startsWith(words));
  const [, problem] = /^(?:, no\. \d+)?: (.+)$/s.exec(message.slice(subject?.length)) ?? [];
  return problem ?? (field && message);
}

type Labelled = Pick<FieldProps, 'name' | 'label' | 'values' | 'problem'>;

/** What was entered in the form around an input, and why it was refused. */
export function useInput({ name, label, values, problem }: Labelled) {
  const enteredInForm = useEntered();
  const problemInForm = useProblem(name, label);
  return {
    id: useContext(IdPrefix) + name,
    entered: values ?? enteredInForm,
    problem: problem ?? problemInForm,
  };
}

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** What was entered, if not in a rejected `Form`, whose fields know it. */
  readonly values?: FormValues | undefined;
  /** The value before the user enters one. */
  readonly initial?: string | number | null | undefined;
  readonly hint?: ComponentChildren;
  /** Why the entered value was rejected. Shown above the hint. */
  readonly problem?: string | undefined;
  readonly type?:
    | 'text'
    | 'search'
    | 'email'
    | 'password'
    | 'number'
    | 'url'
    | 'date'
    | 'datetime-local'
    | 'color';
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly minlength?: number;
  readonly maxlength?: number;
  readonly autocomplete?: string;
  readonly placeholder?: string | undefined;
  readonly pattern?: string;
  readonly inputmode?: 'decimal';
  /** Values to choose from, or to complete what is typed. */
  readonly suggestions?: readonly string[] | undefined;
  /** For a text of several lines: how many are shown. */
  readonly rows?: number | undefined;
  /** Whether only screen readers get the label, where a placeholder or an icon says enough. */
  readonly hidesLabel?: boolean;
}

/**
 * A labelled input. Submitted passwords are not shown again, nor is their input to those who may not send it.
 */
export function Field(props: FieldProps) {
  const { id, entered, problem } = useInput(props);
  const {
    name,
    label,
    values: _values,
    problem: _problem,
    initial,
    hint,
    suggestions = [],
    rows,
    hidesLabel = false,
    type = 'text',
    ...attributes
  } = props;
  const text = type === 'password' ? undefined : entered?.[name];
  const isReadOnly = useContext(IsReadOnly);
  if (type === 'password' && isReadOnly) return null;
  if (rows !== undefined)
    return (
      <label>
        {label}
        <textarea
          name={name}
          class="prose"
          rows={rows}
          maxlength={attributes.maxlength}
          placeholder={attributes.placeholder}
          {...describedBy(id, hint, problem)}
        >
          {typeof text === 'string' ? text : (initial ?? '')}
        </textarea>
        <Hint id={id} hint={hint} problem={problem} />
      </label>
    );
  return (
    <label>
      {hidesLabel ? <span class="hidden">{label}</span> : label}
      <input
        {...attributes}
        name={name}
        type={type as 'text'} // preact types each kind of input separately
        value={typeof text === 'string' ? text : (initial ?? undefined)}
        {...describedBy(id, hint, problem)}
        {...(suggestions.length > 0 && { list: `${id}-values` })}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-values`}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      <Hint id={id} hint={hint} problem={problem} />
    </label>
  );
}

interface ChoiceProps
  extends Pick<FieldProps, 'name' | 'label' | 'values' | 'hint' | 'problem' | 'hidesLabel'> {
  /** Values with their texts. The first is the default. */
  readonly options: readonly (readonly [value: string, text: string])[];
  /** The value before the user chooses one. */
  readonly initial?: string | undefined;
}

/** A labelled list of options. A submitted value that is none of them is shown as it is. */
export function Choice(props: ChoiceProps) {
  const { id, entered, problem } = useInput(props);
  const { name, label, initial, hint, options, hidesLabel = false } = props;
  const chosen = entered?.[name] ?? initial;
  const isOther = typeof chosen === 'string' && options.every(([value]) => value !== chosen);
  return (
    <label>
      {hidesLabel ? <span class="hidden">{label}</span> : label}
      <select name={name} {...describedBy(id, hint, problem)}>
        {[...options, ...(isOther ? [[chosen, chosen] as const] : [])].map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
      <Hint id={id} hint={hint} problem={problem} />
    </label>
  );
}

/** What an input says of its hint and its problem. One that was refused has the focus. */
export function describedBy(id: string, hint: ComponentChildren, problem: string | undefined) {
  const ids = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return {
    'aria-describedby': ids.join(' ') || undefined,
    ...(problem !== undefined && { 'aria-invalid': true, autofocus: true }),
  };
}

/** The message about a group of inputs, such as checkboxes. */
export function Problem({ name, label }: Pick<FieldProps, 'name' | 'label'>) {
  const problem = useProblem(name, label);
  return problem === undefined ? null : <small class="problem">{problem}</small>;
}

/** What stands below an input. */
export function Hint({ id, hint, problem }: Pick<FieldProps, 'hint' | 'problem'> & { readonly id: string }) {
  return (
    <>
      {problem !== undefined && (
        <small id={`${id}-problem`} class="problem" role="alert">
          {problem}
        </small>
      )}
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </>
  );
}

interface ConfirmProps {
  /** The id of the dialog, unique on the page. */
  readonly id: string;
  /** The text of the button, such as "Delete". */
  readonly label: string;
  /** The name of the button for screen readers, such as "Delete ada@example.com". */
  readonly description?: string;
  /** Dangerous by default. */
  readonly tone?: 'danger' | 'quiet';
  readonly question: string;
  readonly action: string;
  readonly children?: ComponentChildren;
}

/** A button that opens a confirmation dialog. It works without scripts. */
export function Confirm({
  id,
  label,
  description = label,
  tone = 'danger',
  question,
  action,
  children,
}: ConfirmProps) {
  const [path] = action.split('?');
  const isRejected = useContext(Page)?.formError?.path === path;
  if (!useMaySend(action)) return null;
  return (
    <>
      {!isRejected && (
        <button type="button" class={`${tone} small`} popovertarget={id} aria-label={description}>
          {label}
        </button>
      )}
      {/* A rejected form stays on the page: nothing but a click opens a dialog without scripts. */}
      <div
        id={id}
        popover={isRejected ? undefined : 'auto'}
        role="dialog"
        aria-labelledby={`${id}-question`}
        class="dialog"
      >
        <p id={`${id}-question`}>{question}</p>
        <Form action={action} class="fields">
          <IdPrefix.Provider value={`${id}-`}>{children}</IdPrefix.Provider>
          <div class="row">
            <button type="submit" class={tone === 'danger' ? tone : undefined}>
              {label}
            </button>
            {!isRejected && (
              <button type="button" class="quiet" popovertarget={id} popovertargetaction="hide">
                Cancel
              </button>
            )}
          </div>
        </Form>
      </div>
    </>
  );
}
