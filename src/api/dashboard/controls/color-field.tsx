import { describedBy, type FieldProps, Hint, useInput } from '../parts/form.tsx';

type ColorFieldProps = Pick<FieldProps, 'name' | 'label' | 'initial' | 'hint' | 'placeholder'>;

/**
 * A labelled color as text, which may be empty, with the browser's picker beside it. The picker needs a
 * script (`brand.js`) and has no name, so only the text is sent.
 */
export function ColorField(props: ColorFieldProps) {
  const { id, entered, problem } = useInput(props);
  const { name, label, initial, hint, placeholder } = props;
  const text = entered?.[name] ?? initial;
  return (
    <div class="field">
      <label for={`${id}-text`}>{label}</label>
      <div class="color">
        <input type="color" data-picks={`${id}-text`} aria-label={`Pick: ${label}`} hidden />
        <input
          id={`${id}-text`}
          name={name}
          type="text"
          value={typeof text === 'string' ? text : undefined}
          maxlength={7}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          {...describedBy(id, hint, problem)}
        />
      </div>
      <Hint id={id} hint={hint} problem={problem} />
    </div>
  );
}
