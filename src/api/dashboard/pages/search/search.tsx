import type { FastifyInstance } from 'fastify';
import { listWaitlists } from '../../../../shared/list/waitlists/queries.ts';
import { findPeople } from '../../../../shared/owner/overview/find-people.ts';
import { isStorable } from '../../../../shared/platform/schema/text.ts';
import type { WebContext } from '../../../web-context.ts';
import { addPage, type FormValues } from '../../pages.ts';
import { Field, Submit } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { toUrl } from '../../parts/pager.tsx';
import { maySee } from '../../rights.ts';
import { findPlaces, type Place } from './places.ts';

const longestText = 320;
/** An address is searched from its second character on. */
const shortestAddress = 2;
const shownOfEach = 8;
/** The newest ones; their names are compared here. */
const mostLists = 500;

/**
 * Jumps to a waitlist, a person, a page or an action (C11.3). Scripts show it in a dialog on every page; it
 * works without them.
 */
export function searchPage(app: FastifyInstance, ctx: WebContext): void {
  addPage(app, '/search', {}, async (request) => {
    const { caller, role } = request.session;
    const text = textIn(request.query as FormValues);
    const isAddress = text.length >= shortestAddress && !/\s/.test(text);
    const { lists, people } = await ctx.read({ caller, over: request.over }, async (from) => ({
      lists: await listWaitlists(from.sql, caller.accountId, { limit: mostLists, offset: 0 }),
      people:
        isAddress && maySee(role, '/dashboard/people')
          ? await findPeople(from, caller, text, shownOfEach)
          : [],
    }));
    const found = findPlaces(text, lists, role, shownOfEach);
    const groups: readonly (readonly [string, readonly Place[]])[] = [
      ['Waitlists', found.lists],
      [
        'People',
        people.map(({ id, email, waitlist_id, waitlist_name }) => ({
          name: email,
          of: waitlist_name,
          href: `/dashboard/waitlists/${waitlist_id}/signups/${id}`,
          icon: 'user-round',
        })),
      ],
      ['Pages', found.pages],
      ['Actions', found.actions],
      ['Search further', isAddress ? searchesIn(text, lists) : []],
    ];
    const shown = groups.filter(([, places]) => places.length > 0);
    const count = groups.slice(0, -1).reduce((sum, [, places]) => sum + places.length, 0);
    return (
      <Layout title="Search" page={pageOf(request)}>
        <search class="card jump">
          <form action="/dashboard/search">
            <Icon name="search" />
            <Field
              name="q"
              label="Go to a waitlist, a person, a page or an action"
              hidesLabel
              type="search"
              placeholder="Waitlist, address, page or action"
              values={{ q: text }}
              maxlength={longestText}
              autocomplete="off"
            />
            <Submit class="quiet small">Search</Submit>
          </form>
          <div id="found">
            <p class="hidden" role="status">
              {text === '' ? '' : count === 0 ? 'Nothing found' : `${countOf(count, 'result')} found`}
            </p>
            {shown.map(([name, places]) => (
              <section key={name} aria-label={name}>
                <h2>{name}</h2>
                <ul>
                  {places.map((place) => (
                    <li key={place.href + place.name}>
                      <a href={place.href}>
                        <Icon name={place.icon} />
                        <span>{place.name}</span>
                        {place.of !== undefined && <small>{place.of}</small>}
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {count === 0 && <p class="soft none">Nothing is called “{text}”.</p>}
          </div>
        </search>
      </Layout>
    );
  });
}

/** What was typed; nothing for what no text can be. */
function textIn({ q }: FormValues): string {
  const text = typeof q === 'string' ? q.trim().slice(0, longestText) : '';
  return isStorable(text) ? text : '';
}

/** The search for a part of an address in the newest waitlists. */
const searchesIn = (text: string, lists: readonly { id: string; name: string }[]): Place[] =>
  lists.slice(0, 3).map(({ id, name }) => ({
    name: `Addresses with “${text}”`,
    of: name,
    href: toUrl(`/dashboard/waitlists/${id}`, { q: text }),
    icon: 'search',
  }));
