import type { ComponentChildren } from 'preact';
import { Icon } from '../icons/icon.tsx';

interface ToastProps {
  /** Whether it stays until somebody closes it. Otherwise it fades, but not below a pointer or the focus. */
  readonly stays?: boolean;
  readonly children: ComponentChildren;
}

/** Says what succeeded, above the page. Scripts let somebody close it. */
export function Toast({ stays = false, children }: ToastProps) {
  return (
    <div class={stays ? 'toast' : 'toast fading'} role="status">
      <span class="mark">
        <Icon name="check" size={14} />
      </span>
      <div class="said">{children}</div>
      <button type="button" class="plain" data-close hidden aria-label="Close">
        <Icon name="x" size={14} />
      </button>
    </div>
  );
}
