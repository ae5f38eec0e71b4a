import {
  canBeUndone,
  type SelectionAction,
  type SelectionProgress,
} from '../../../../../../shared/list/signups/selection/schema.ts';
import { Form, Submit } from '../../../../parts/form.tsx';
import { countOf, formatCount } from '../../../../parts/format.tsx';
import { Toast } from '../../../../parts/live/toast.tsx';
import { Progress, secondsLeft } from '../../../../parts/progress/progress.tsx';

interface OfSelections {
  /** The page of the waitlist. */
  readonly path: string;
  readonly selections: readonly SelectionProgress[];
}

interface UnderWayProps extends OfSelections {
  /** The page as it was opened, to look again. */
  readonly href: string;
}

/** How far the selections of a waitlist are. Scripts keep it up to date while one is under way. */
export function SelectionsUnderWay({ path, href, selections }: UnderWayProps) {
  const isWaiting = selections.some(canBeUndone);
  const underWay = selections.filter((each) => each.finished_at === null && !canBeUndone(each));
  if (selections.length === 0) return null;
  return (
    <div id="progress" data-under-way={isWaiting || underWay.length > 0 ? '' : undefined}>
      {underWay.length > 0 && (
        <section class="card" aria-label="Progress">
          {underWay.map(({ id, action, total, done, left_out, stopped_at, created_at, is_take_back }) => (
            <Progress
              key={id}
              label={`${is_take_back ? takingBack : words[action].doing} ${countOf(total, 'signup')}`}
              done={done + left_out}
              total={total}
              seconds={secondsLeft({ since: created_at, done: done + left_out, total })}
              href={href}
              {...(stopped_at !== null && { note: 'It stops after what it has begun.' })}
            >
              {stopped_at === null && (
                <Form action={`${path}/selections/stop`}>
                  <input type="hidden" name="selection" value={id} />
                  <Submit class="quiet small">Stop</Submit>
                </Form>
              )}
            </Progress>
          ))}
        </section>
      )}
    </div>
  );
}

/** How selections of a waitlist ended, and what can still be undone, as toasts. */
export function SelectionToasts({ path, selections }: OfSelections) {
  const waiting = selections.filter(canBeUndone);
  const ended = selections.filter(({ finished_at }) => finished_at !== null);
  return (
    <div id="told">
      {waiting.length > 0 && (
        <Toast stays>
          <Undo path={path} waiting={waiting} />
        </Toast>
      )}
      {ended.length > 0 && (
        <Toast>
          {ended.map((selection) => (
            <p key={selection.id}>{toResult(selection)}</p>
          ))}
        </Toast>
      )}
    </div>
  );
}

/** Deletions that wait. They are undone one by one, the newest first. */
function Undo({ path, waiting }: { readonly path: string; readonly waiting: readonly SelectionProgress[] }) {
  return (
    <>
      {waiting.map(({ id, total, is_take_back }) => (
        <div key={id} class="row">
          <span>
            {is_take_back ? takingBack : 'Deleted'} {countOf(total, 'signup')}.
          </span>
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

const takingBack = 'Taking the import back, with';

/** Such as "1,204 signups were deleted." */
function toResult(selection: SelectionProgress): string {
  const { action, total, done, left_out, is_take_back } = selection;
  const { did, things, leftOut } = words[action];
  const others = left_out === 0 ? '' : ` ${formatCount(left_out)} ${leftOut}.`;
  const isCut = done + left_out < total;
  if (is_take_back && !isCut) return `The import was taken back${describeTaken(selection)}.${others}`;
  const result = `${countOf(done, things)} ${done === 1 ? 'was' : 'were'} ${did}.`;
  return `${isCut ? `Stopped after ${formatCount(done + left_out)} of ${countOf(total, 'signup')}. ` : ''}${result}${others}`;
}

/** Such as ", with 3 signups and 2 suppressions"; empty where nothing was left of it. */
function describeTaken({ done, taken_back }: SelectionProgress): string {
  const parts = [
    ...(done > 0 ? [countOf(done, 'signup')] : []),
    ...(taken_back > 0 ? [countOf(taken_back, 'suppression')] : []),
  ];
  return parts.length === 0 ? '' : `, with ${parts.join(' and ')}`;
}
