import type { FastifyRequest } from 'fastify';
import { readImport } from '../../../../../../shared/capabilities/imports/read-import.ts';
import { readTraces } from '../../../../../../shared/list/signups/removal/read-traces.ts';
import type { Selection, SelectionAction } from '../../../../../../shared/list/signups/selection/schema.ts';
import { countSuppressionsOfImport } from '../../../../../../shared/mail/suppressions/queries.ts';
import type { WebContext } from '../../../../../web-context.ts';
import { Facts } from '../../../../parts/facts.tsx';
import { countOf, formatCount, Time } from '../../../../parts/format.tsx';
import { toUrl } from '../../../../parts/pager.tsx';
import { isUnderWay } from '../../imports/import-table.tsx';
import { filtersIn, givenIn } from '../search.ts';

/** An import that a deletion of all its signups takes back. */
interface Taken {
  readonly id: string;
  readonly since: string;
  /** What happened to its people since; undefined where counting takes too long. */
  readonly traces: Awaited<ReturnType<typeof readTraces>>;
  /** Suppressions that only its file tells of. */
  readonly suppressions: number;
}

/**
 * The import that a choice takes back: it deletes all signups of an import that is over, narrowed by nothing
 * else. Undefined for every other choice.
 */
export async function findTakenBack(
  ctx: WebContext,
  request: FastifyRequest,
  { action, selection }: { readonly action: SelectionAction; readonly selection: Selection },
): Promise<Taken | undefined> {
  const { import: importId, ...others } = filtersIn(givenIn(request));
  const isOfImport = action === 'delete' && 'filters' in selection && typeof importId === 'string';
  if (!isOfImport || Object.keys(others).length > 0) return undefined;
  const { caller } = request.session;
  const found = await readImport(ctx, caller, request.waitlist.id, importId);
  const { id, started_at: since } = found;
  if (isUnderWay(found) || since === null) return undefined;
  const [traces, suppressions] = await Promise.all([
    ctx.read({ caller, over: request.over }, (from) =>
      readTraces(from, caller, request.waitlist.id, { id, since }),
    ),
    countSuppressionsOfImport(ctx.sql, { accountId: caller.accountId, id }),
  ]);
  return { id, since, traces, suppressions };
}

interface TakenBackProps {
  readonly of: Taken;
  /** The page of the waitlist. */
  readonly list: string;
}

/** What whoever takes an import back should know first. Each number opens its people. */
export function TakenBack({ of: { id, since, traces, suppressions }, list }: TakenBackProps) {
  return (
    <>
      <p>
        <a href={toUrl(list, { import: id })}>Show its people</a>
      </p>
      {traces === undefined ? (
        <p class="message warn">
          So much belongs to this import that counting what happened to its people since takes too long.
        </p>
      ) : traces.length === 0 ? (
        <p>
          Nothing happened to its people since <Time at={since} />.
        </p>
      ) : (
        <>
          <p>
            What happened to its people since <Time at={since} />. It is lost with them, and mails that have
            left cannot be taken back:
          </p>
          <Facts
            of={traces.map(({ name, label, count }) => [
              label,
              <a key={name} href={toUrl(list, { import: id, happened: name })}>
                {formatCount(count)}
              </a>,
            ])}
          />
        </>
      )}
      {suppressions > 0 && (
        <p>
          Its file also stops mails to people who left elsewhere: {countOf(suppressions, 'suppression')},
          deleted with it. Those of bounces, spam reports and unsubscriptions here stay.
        </p>
      )}
    </>
  );
}
