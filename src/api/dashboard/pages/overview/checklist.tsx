import type { ComponentChildren } from 'preact';
import type { ChecklistStep, Step } from '../../../../shared/owner/overview/checklist.ts';
import { Form, Submit } from '../../parts/form.tsx';
import { CodeTabs } from './code-tabs.tsx';

interface ChecklistProps {
  readonly steps: readonly ChecklistStep[];
  /** The newest waitlist, if there is one. */
  readonly waitlistId: string | undefined;
  readonly baseUrl: string;
}

interface StepText {
  readonly name: string;
  /** How to do it, while it is not done. */
  readonly how: ComponentChildren;
}

/** The first steps of a new account. Each ticks itself; the next one says how to do it. */
export function Checklist({ steps, waitlistId, baseUrl }: ChecklistProps) {
  const next = steps.find(({ isDone }) => !isDone)?.step;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section class="card" aria-labelledby="first-steps">
      <div class="row spread">
        <h2 id="first-steps">
          First steps <span class="soft">{`${done} of ${steps.length} done`}</span>
        </h2>
        <Form action="/dashboard/checklist/dismiss">
          <Submit class="quiet small">Hide this list</Submit>
        </Form>
      </div>
      <ol class="steps">
        {steps.map(({ step, isDone }) => {
          const { name, how } = textOf(step, waitlistId, baseUrl);
          return (
            <li
              key={step}
              class={isDone ? 'done' : undefined}
              aria-current={step === next ? 'step' : undefined}
            >
              <p>
                <strong>{name}</strong> {isDone && <span class="tag good">Done</span>}
              </p>
              {!isDone && how}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function textOf(step: Step, waitlistId: string | undefined, baseUrl: string): StepText {
  const settings =
    waitlistId === undefined ? '/dashboard/waitlists' : `/dashboard/waitlists/${waitlistId}/settings/links`;
  switch (step) {
    case 'waitlist':
      return {
        name: 'Create a waitlist',
        how: (
          <p class="soft">
            <a href="/dashboard/waitlists">Create it</a>: one for each product that people wait for.
          </p>
        ),
      };
    case 'key':
      return {
        name: 'Create an API key',
        how: (
          <p class="soft">
            Only if your own server adds people: <a href="/dashboard/api-keys">Create the key</a> for “Landing
            page: add signups”, which it sends with each signup.
          </p>
        ),
      };
    case 'signup':
      return {
        name: 'Add the first signup',
        how:
          waitlistId === undefined ? (
            <p class="soft">The ways to it are here once you have a waitlist.</p>
          ) : (
            <Ways list={`/dashboard/waitlists/${waitlistId}`}>
              <CodeTabs url={`${baseUrl}/v1/waitlists/${waitlistId}/signups`} />
            </Ways>
          ),
      };
    case 'mail':
      return {
        name: 'See the signup email leave',
        how: (
          <p class="soft">
            Each signup gets an email. <a href="/dashboard/email">Email</a> shows how it is sent, and what
            failed.
          </p>
        ),
      };
    case 'site':
      return {
        name: 'Tell where people sign up',
        how: (
          <p class="soft">
            With the address of your page in the <a href={settings}>settings of the waitlist</a>, everybody
            gets a link to share.
          </p>
        ),
      };
    case 'integration':
      return {
        name: 'Connect a tool',
        how: (
          <p class="soft">
            <a href="/dashboard/integrations">Integrations</a> send each signup to your server, chat or
            newsletter.
          </p>
        ),
      };
  }
}

interface WaysProps {
  /** The page of the waitlist. */
  readonly list: string;
  /** The code for a server. */
  readonly children: ComponentChildren;
}

/** The ways to the first signup: most people need no code. */
function Ways({ list, children }: WaysProps) {
  return (
    <>
      <p class="soft">
        Without code: <a href={`${list}/settings/page`}>open a signup page</a>,{' '}
        <a href={`${list}/settings/form`}>copy a form</a> to your site, <a href={`${list}/imports`}>import</a>{' '}
        the people you have, or <a href={`${list}/add`}>add somebody</a> by hand.
      </p>
      <p class="soft">
        With code: run this with your key in <code>WAITLIST_API_KEY</code>, and your own address in place of
        Ada’s.
      </p>
      {children}
    </>
  );
}
