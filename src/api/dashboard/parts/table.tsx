import type { ComponentChildren } from 'preact';

interface Column {
  readonly name: string;
  /** Right-aligned. */
  readonly number?: boolean;
  /** Only for screen readers, for columns of buttons. */
  readonly hidden?: boolean;
}

interface TableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly (string | Column)[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls horizontally if it is wider than the screen, also by keyboard. */
export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would add a landmark
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
