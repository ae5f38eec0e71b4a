import { BarChart } from '../../charts/bar-chart.tsx';
import { Meter } from '../../charts/meter.tsx';
import { ShareBars } from '../../charts/share-bars.tsx';
import { SparkBars } from '../../charts/spark-bars.tsx';
import { Checkbox } from '../../parts/checkbox.tsx';
import { EmailTag, emailStatusNames } from '../../parts/email-tag.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Menu } from '../../parts/folded/menu.tsx';
import { More } from '../../parts/folded/more.tsx';
import { Choice, Field, Hint } from '../../parts/form.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Toast } from '../../parts/live/toast.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Table } from '../../parts/table.tsx';
import { WaitsAndEmpties } from './waits-and-empties.tsx';

const path = '/dashboard/design';
const tones = ['', 'good', 'warn', 'bad'] as const;
const days = [3, 5, 0, 8, 13, 21, 12, 7, 9, 4, 0, 2, 6, 11].map((signups, index) => ({
  day: `2026-03-${String(index + 1).padStart(2, '0')}`,
  signups,
}));

/** Every part with its states. `theme` keeps ids apart, as the parts are there once for each theme. */
export function Parts({ theme }: { readonly theme: string }) {
  return (
    <>
      <div class="card">
        <h2>Buttons</h2>
        <div class="row">
          <button type="button">Main</button>
          <button type="button" class="quiet">
            Quiet
          </button>
          <button type="button" class="danger">
            Danger
          </button>
          <button type="button" class="plain">
            <Icon name="log-out" />
            Plain
          </button>
          <button type="button" disabled>
            Disabled
          </button>
          <a class="button quiet" href={path}>
            <Icon name="download" />
            Download
          </a>
        </div>
        <div class="row">
          {['', 'quiet', 'danger'].map((kind) => (
            <button key={kind} type="button" class={`${kind} small`}>
              Small {kind}
            </button>
          ))}
        </div>
      </div>
      <div class="card fields">
        <h2>Fields</h2>
        <Field
          name={`${theme}-empty`}
          label="Empty"
          placeholder="A placeholder"
          hint="A hint says what it is for."
        />
        <Field name={`${theme}-filled`} label="Filled" initial="ada@example.com" type="email" />
        <label>
          Refused
          <input
            name={`${theme}-refused`}
            value="x"
            aria-invalid="true"
            aria-describedby={`${theme}-refused-problem`}
          />
          <Hint id={`${theme}-refused`} hint={undefined} problem="must be a number" />
        </label>
        <Choice
          name={`${theme}-choice`}
          label="Choice"
          options={[
            ['one', 'One'],
            ['two', 'Two'],
          ]}
        />
        <Checkbox name={`${theme}-checked`} label="Checked" initial hint="With a hint." />
        <fieldset class="read-only" disabled>
          <Field name={`${theme}-read`} label="Of those who may only read" initial="A value" />
        </fieldset>
      </div>
      <div class="card">
        <h2>Tags and chips</h2>
        <div class="row">
          {tones.map((tone) => (
            <span key={tone} class={`tag ${tone}`}>
              {tone === '' ? 'Plain' : tone}
            </span>
          ))}
          {emailStatusNames.map(([status]) => (
            <EmailTag key={status} status={status === 'none' ? null : status} isAwaited />
          ))}
        </div>
        <ul class="chips choices">
          <li>
            <a class="chip" href={path} aria-current="true">
              Chosen <b>120</b>
            </a>
          </li>
          <li>
            <a class="chip" href={path}>
              Other <b>12</b>
            </a>
          </li>
        </ul>
      </div>
      <div class="card">
        <h2>Messages</h2>
        {tones.map((tone) => (
          <p key={tone} class={`message ${tone}`}>
            {tone === '' ? 'What is good to know.' : `What is ${tone}.`}
          </p>
        ))}
        <Secret value="wl_shown_once" label="secret" />
        <div class="toasts">
          <Toast stays>A toast says what succeeded.</Toast>
          <Toast stays>Another one stands below it.</Toast>
        </div>
      </div>
      <div class="card">
        <h2>Tables</h2>
        <Table
          label={`A table, ${theme}`}
          columns={['Email', { name: 'Position', number: true }, 'State']}
          class="people"
        >
          {['ada@example.com', 'grace@example.com'].map((email, index) => (
            <tr key={email}>
              <th scope="row">
                <a class="line" href={path}>
                  {email}
                </a>
              </th>
              <td class="number place">{index + 1}</td>
              <td class="state">
                <span class="tag good">Opened</span>
              </td>
            </tr>
          ))}
        </Table>
        {/* A page has one of these landmarks. */}
        {theme === 'light' && <Pager path={path} total={120} limit={50} offset={50} has_more />}
      </div>
      <WaitsAndEmpties theme={theme} />
      <div class="cards">
        <Meter label="Used" used={820} of={1_000}>
          A meter
        </Meter>
        <Meter label="Nearly full" used={960} of={1_000} />
        <div class="card">
          <p class="soft">A figure</p>
          <p class="figure">
            1,234 <span class="tag good">+12%</span>
          </p>
          <SparkBars days={days} />
        </div>
      </div>
      <div class="card">
        <h2>Charts</h2>
        <BarChart
          label={`Signups, ${theme}`}
          bars={days.map(({ day, signups }, index) => ({
            label: day,
            count: signups,
            isOpen: index === days.length - 1,
          }))}
        />
        <ShareBars
          shares={[
            { name: 'linkedin', figure: '120', percent: 100, href: path },
            { name: 'direct', figure: '60', percent: 50 },
            { name: 'Not reported', figure: <span class="soft">not reported</span>, percent: undefined },
          ]}
        />
        <Facts
          of={[
            ['A name', 'and its value'],
            ['Another', 'with another'],
          ]}
        />
      </div>
      <div class="card">
        <h2>Folded away</h2>
        <div class="row">
          <button type="button" class="quiet small">
            Beside a menu
          </button>
          <Menu id={`${theme}-menu`} label={`More, ${theme}`} forms={[]}>
            <a class="button quiet small" href={path}>
              Open the list
            </a>
            <button type="button" class="quiet small">
              A button
            </button>
            <button type="button" class="danger small">
              Delete
            </button>
          </Menu>
        </div>
        <More label="Seldom wanted">
          <Field name={`${theme}-seldom`} label="Key" />
        </More>
      </div>
      <div class="card">
        <h2>Dialog</h2>
        <button type="button" class="danger small" popovertarget={`${theme}-dialog`}>
          Delete
        </button>
        <div
          id={`${theme}-dialog`}
          popover="auto"
          role="dialog"
          aria-label={`A question, ${theme}`}
          class="dialog"
        >
          <p>This asks before something happens. Here nothing does.</p>
          <button type="button" class="quiet" popovertarget={`${theme}-dialog`} popovertargetaction="hide">
            Cancel
          </button>
        </div>
      </div>
    </>
  );
}
