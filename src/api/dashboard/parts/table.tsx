import type { ComponentChildren } from 'preact';

interface Column {
  readonly name: string;
  /** Figures, which stand under one another. */
  readonly number?: boolean;
  /** For buttons: the name is only heard. */
  readonly hidden?: boolean;
}

interface TableProps {
  /** What is in it. */
  readonly label: string;
  readonly columns: readonly (string | Column)[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways where it is wider than the screen, also by keyboard. */
export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would be one landmark more
    <div class="scroll" role="group" aria-label={label} tabindex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, number, hidden }: Column = typeof column === 'string' ? { name: column } : column;
              return (
                <th key={name} scope="col" class={number ? 'number' : undefined}>
                  {hidden ? <span class="hidden">{name}</span> : name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
