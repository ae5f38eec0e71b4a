import { Choice, Submit } from '../../../../parts/form.tsx';
import { countOf, formatCount } from '../../../../parts/format.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';

interface SelectionBarProps {
  /** How many signups the page shows, and how many match in all; 0 if that is not known. */
  readonly shown: number;
  readonly total: number;
  readonly isFiltered: boolean;
}

/**
 * Which signups something is to be done with, and what. It stays at the bottom of the window. Scripts count
 * the selected rows, and hide it while there are none.
 */
export function SelectionBar({ shown, total, isFiltered }: SelectionBarProps) {
  const all = `All ${formatCount(total)}${isFiltered ? ' found' : ' signups'}`;
  const options = [
    ['rows', 'Selected rows'],
    ...(shown > 1 ? [['page', `All ${formatCount(shown)} on this page`] as const] : []),
    ...(total > shown ? [['all', all] as const] : []),
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box around the row
    <div class="row selection" role="group" aria-label="Selected signups">
      <Choice name="scope" label="Apply to" hidesLabel options={options} />
      <output class="soft" data-picked={countOf(0, 'row')} />
      <div class="row">
        <Submit name="action" value="export" class="quiet small">
          <Icon name="download" />
          Export as CSV
        </Submit>
        <Submit name="action" value="invite" class="quiet small">
          <Icon name="rocket" />
          Invite…
        </Submit>
        <Submit name="action" value="resend" class="quiet small">
          <Icon name="send" />
          Send signup email…
        </Submit>
        <Submit name="action" value="delete" class="danger small">
          <Icon name="trash-2" />
          Delete…
        </Submit>
      </div>
    </div>
  );
}

const keys = [
  ['j', 'Next signup'],
  ['k', 'Previous signup'],
  ['Enter', 'Open the signup'],
  ['x', 'Select the signup, or not'],
  ['/', 'Search'],
  ['?', 'Show these keys'],
] as const;

/** Selects the page, and tells the keys of the page of signups. Both need scripts. */
export function PickTools() {
  return (
    <div class="row">
      <label class="inline" hidden data-script>
        <input type="checkbox" data-pick-page />
        Select the page
      </label>
      <button type="button" class="plain" popovertarget="keys" hidden data-script>
        <Icon name="keyboard" />
        Keyboard
      </button>
      <div id="keys" popover="auto" role="dialog" aria-labelledby="keys-title" class="dialog">
        <h2 id="keys-title">Keys</h2>
        <dl>
          {keys.map(([key, meaning]) => (
            <>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </>
          ))}
        </dl>
        <label class="inline">
          <input type="checkbox" data-keys-on checked />
          Use these keys in this browser
        </label>
      </div>
    </div>
  );
}
