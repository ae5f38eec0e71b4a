import {
  canBeUndone,
  type SelectionAction,
  type SelectionProgress,
} from '../../../../../../shared/list/signups/selection/schema.ts';
import { Form, Submit } from '../../../../parts/form.tsx';
import { countOf, formatCount } from '../../../../parts/format.tsx';
import { Toast } from '../../../../parts/live/toast.tsx';

interface ProgressProps {
  /** The page of the waitlist. */
  readonly path: string;
  /** The page as it was opened, to look again. */
  readonly href: string;
  readonly selections: readonly SelectionProgress[];
}

/**
 * What becomes of the selections of a waitlist: how some ended, and how far the others are. Scripts keep it
 * up to date while one is under way.
 */
export function Progress({ path, href, selections }: ProgressProps) {
  const waiting = selections.filter(canBeUndone);
  const underWay = selections.filter((each) => each.finished_at === null && !canBeUndone(each));
  const ended = selections.filter(({ finished_at }) => finished_at !== null);
  if (selections.length === 0) return null;
  return (
    <div id="progress" data-under-way={underWay.length + waiting.length > 0 ? '' : undefined}>
      {waiting.length > 0 && (
        <Toast stays>
          <Undo path={path} waiting={waiting} />
        </Toast>
      )}
      {ended.length > 0 && (
        <Toast>
          {ended.map((selection) => (
            <p key={selection.id}>{toSentence(selection)}</p>
          ))}
        </Toast>
      )}
      {underWay.length > 0 && (
        <section class="card" aria-label="Progress">
          <ul class="plain">
            {underWay.map((selection) => (
              <li key={selection.id} class="row spread">
                <span>{toSentence(selection)}</span>
                <div class="row">
                  <progress
                    max={selection.total}
                    value={selection.done + selection.left_out}
                    aria-label={`${selection.done + selection.left_out} of ${selection.total}`}
                  />
                  {selection.stopped_at === null && (
                    <Form action={`${path}/selections/stop`}>
                      <input type="hidden" name="selection" value={selection.id} />
                      <Submit class="quiet small">Stop</Submit>
                    </Form>
                  )}
                </div>
              </li>
            ))}
          </ul>
          <p>
            <a href={href}>Look again</a>
          </p>
        </section>
      )}
    </div>
  );
}

/** Deletions that wait. They are undone one by one, the newest first. */
function Undo({ path, waiting }: { readonly path: string; readonly waiting: readonly SelectionProgress[] }) {
  return (
    <>
      {waiting.map(({ id, total }) => (
        <div key={id} class="row">
          <span>Deleted {countOf(total, 'signup')}.</span>
          <Form action={`${path}/selections/undo`}>
            <input type="hidden" name="selection" value={id} />
            <Submit class="quiet small">Undo</Submit>
          </Form>
        </div>
      ))}
    </>
  );
}

const words: Readonly<
  Record<SelectionAction, { doing: string; did: string; things: string; leftOut: string }>
> = {
  delete: {
    doing: 'Deleting',
    did: 'deleted',
    things: 'signup',
    leftOut: 'were deleted already',
  },
  resend: {
    doing: 'Sending signup emails to',
    did: 'queued',
    things: 'signup email',
    leftOut: 'were left out: they have an email, or it is on its way',
  },
};

/** Such as "Deleting 1,204 signups: 300 so far." */
function toSentence({ action, total, done, left_out, stopped_at, finished_at }: SelectionProgress): string {
  const { doing, did, things, leftOut } = words[action];
  if (finished_at === null) {
    const soFar = `${doing} ${countOf(total, 'signup')}: ${formatCount(done + left_out)} so far.`;
    return stopped_at === null ? soFar : `${soFar} Stopping.`;
  }
  const result = `${countOf(done, things)} ${done === 1 ? 'was' : 'were'} ${did}.`;
  const others = left_out === 0 ? '' : ` ${formatCount(left_out)} ${leftOut}.`;
  const isCut = done + left_out < total;
  return `${isCut ? `Stopped after ${formatCount(done + left_out)} of ${countOf(total, 'signup')}. ` : ''}${result}${others}`;
}
