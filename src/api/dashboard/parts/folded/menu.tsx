import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { Icon } from '../icons/icon.tsx';
import { Page } from '../page-context.ts';

interface MenuProps {
  /** Unique on the page. */
  readonly id: string;
  /** For screen readers, such as "More for Webhook". */
  readonly label: string;
  /** The paths of its forms that ask for something, and so can be refused. */
  readonly forms: readonly string[];
  /** Links, buttons, and forms with a button. */
  readonly children: ComponentChildren;
}

/**
 * What is seldom done with the thing beside it, behind a button with three dots. It opens without scripts. If
 * one of its forms was refused, all of it is on the page instead: nothing but a click opens a menu.
 */
export function Menu({ id, label, forms, children }: MenuProps) {
  const refused = useContext(Page)?.formError?.path;
  if (refused !== undefined && forms.includes(refused)) return <div class="row">{children}</div>;
  return (
    <>
      <button type="button" class="quiet small dots" popovertarget={id} aria-label={label}>
        <Icon name="ellipsis" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div id={id} popover="auto" role="group" aria-label={label} class="menu">
        {children}
      </div>
    </>
  );
}
