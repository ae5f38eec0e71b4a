import type { JSX } from 'preact';

export type Editor = 'simple' | 'html';

export interface EditorChoiceProps {
  /** The one that is open. */
  readonly editor: Editor;
  /** The link or button to an editor; `current` is the attribute `aria-current`. */
  readonly way: (to: Editor, name: string, current: 'true' | undefined) => JSX.Element;
}

/** Leads to the two editors of a mail. */
export function EditorChoice({ editor, way }: EditorChoiceProps) {
  const to = (other: Editor, name: string) => (
    <li>{way(other, name, other === editor ? 'true' : undefined)}</li>
  );
  return (
    <ul class="choices" aria-label="Editors">
      {to('simple', 'Simple')}
      {to('html', 'HTML')}
    </ul>
  );
}
