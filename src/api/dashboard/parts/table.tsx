import { type ComponentChildren, cloneElement, toChildArray, type VNode } from 'preact';

interface Column {
  readonly name: string;
  /** Right-aligned. */
  readonly number?: boolean;
  /** Cut where it is too long for a column. */
  readonly long?: boolean;
  /** Only for screen readers, for columns of buttons. */
  readonly hidden?: boolean;
  /** For one that rows can be sorted by. */
  readonly sort?: Sort;
}

interface Sort {
  /** The page sorted by it, or the other way around if it is. */
  readonly href: string;
  /** Undefined if rows are not sorted by it. */
  readonly is: 'ascending' | 'descending' | undefined;
}

interface TableProps {
  /** The name of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly (string | Column)[];
  readonly class?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}

/**
 * A table that scrolls horizontally if it is wider than its place, also by keyboard. On a phone each row is a
 * card, whose cells have the names of their columns. The roles are those that the elements lose when they are
 * laid out as cards.
 */
export function Table({ label, columns, class: name, children }: TableProps) {
  // Rows of these have a card of their own, without names of columns.
  const hasNames = !/\b(people|claims|log)\b/.test(name ?? '');
  const all = columns.map((column): Column => (typeof column === 'string' ? { name: column } : column));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would add a landmark
    <div class="scroll" role="group" aria-label={label} tabindex={0}>
      <table class={name} {...{ role: 'table' }}>
        <thead {...{ role: 'rowgroup' }}>
          <tr {...{ role: 'row' }}>
            {all.map(({ name, number, long, hidden, sort }) => (
              <th
                key={name}
                scope="col"
                class={number ? 'number' : undefined}
                aria-sort={sort?.is}
                {...{ role: 'columnheader' }}
              >
                {sort ? (
                  <a href={sort.href}>{name}</a>
                ) : hidden || long ? (
                  <span class={hidden ? 'hidden' : 'line short'}>{name}</span>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...{ role: 'rowgroup' }}>
          {toChildArray(children).map((row) => toCard(row, all, hasNames))}
        </tbody>
      </table>
    </div>
  );
}

type Child = ReturnType<typeof toChildArray>[number];
type Cell = VNode<{ children?: ComponentChildren }>;

const isElement = (child: Child, ...types: readonly string[]): child is Cell =>
  typeof child === 'object' && typeof child.type === 'string' && types.includes(child.type);

/** A row whose cells know the names of their columns, where a card shows them. */
function toCard(row: Child, columns: readonly Column[], hasNames: boolean): Child {
  if (!isElement(row, 'tr')) return row;
  const cells = toChildArray(row.props.children).map((cell, index) => {
    if (!isElement(cell, 'td', 'th')) return cell;
    const { name, hidden } = columns[index] ?? {};
    const role = cell.type === 'th' ? 'rowheader' : 'cell';
    const title = cell.type === 'th' || hidden || !hasNames ? undefined : name;
    return cloneElement(cell, { role, 'data-column': title } as object);
  });
  return cloneElement(row, { role: 'row' } as object, cells);
}
