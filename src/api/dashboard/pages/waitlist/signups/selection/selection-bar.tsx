import type { ComponentChildren } from 'preact';
import { Choice } from '../../../../parts/form.tsx';
import { countOf, formatCount } from '../../../../parts/format.tsx';
import { Icon } from '../../../../parts/icons/icon.tsx';

interface SelectionBarProps {
  /** What is selected. */
  readonly of: 'signups' | 'rewards';
  /** How many of them the page shows, and how many match in all; 0 if that is not known. */
  readonly shown: number;
  readonly total: number;
  readonly isFiltered: boolean;
  /** The buttons: what can be done. */
  readonly children: ComponentChildren;
}

/**
 * Which rows something is to be done with, and what. It stays at the bottom of the window. Scripts count
 * the selected rows, and hide it while there are none.
 */
export function SelectionBar({ of, shown, total, isFiltered, children }: SelectionBarProps) {
  const all = `All ${formatCount(total)}${isFiltered ? ' found' : ` ${of}`}`;
  const options = [
    ['rows', 'Selected rows'],
    ...(shown > 1 ? [['page', `All ${formatCount(shown)} on this page`] as const] : []),
    ...(total > shown ? [['all', all] as const] : []),
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box around the row
    <div class="row selection" role="group" aria-label={`Selected ${of}`}>
      <Choice name="scope" label="Apply to" hidesLabel options={options} />
      <output class="soft" data-picked={countOf(0, 'row')} />
      <div class="row">{children}</div>
    </div>
  );
}

/** The keys of a page with rows of this kind. */
const keysOf = (row: 'signup' | 'reward') =>
  [
    ['j', `Next ${row}`],
    ['k', `Previous ${row}`],
    ['Enter', 'Open the signup'],
    ['x', `Select the ${row}, or not`],
    ['/', 'Search'],
    ['?', 'Show these keys'],
  ] as const;

/** Selects the page, and tells its keys. Both need scripts. */
export function PickTools({ of }: { readonly of: 'signup' | 'reward' }) {
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
          {keysOf(of).map(([key, meaning]) => (
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
