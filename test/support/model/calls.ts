import fc from 'fast-check';
import type { Call } from './call.ts';
import { hasTool } from './tool-calls.ts';

/**
 * Random calls of the whole API. They contain names instead of ids: `<list ada 1>` is the first list that ada
 * created, `<signup ada 1 bo@example.com>` the signup of this email on it, `<code …>` its referral code,
 * `<CODE …>` the code as people might type it, and `<day -3>` the day three days ago. The name of something
 * that does not exist becomes an unknown id.
 */
export function arbitraryCalls(lead: Lead): fc.Arbitrary<Call>[] {
  const client = clientsAround(lead);
  return Object.entries(operations).flatMap(([operation, [weight, given]]) => {
    const call = fc
      .record({ client, list: listName, given, asTool: mostly([false, false, true]) })
      .chain(({ client: name, list, given, asTool }) =>
        // Most calls are about an own list.
        owner(name).map((of): Call => {
          const call = { params: {}, query: {}, ...given, client: name, operation };
          const text = JSON.stringify(asTool && hasTool(call) ? { ...call, asTool } : call);
          return JSON.parse(text.replaceAll('LIST', `${of} ${list}`));
        }),
      );
    return Array.from({ length: weight }, () => call);
  });
}

/** One of the usual values, sometimes one of the rare ones. */
function mostly<T, U = never>(usual: readonly T[], rare: readonly U[] = []): fc.Arbitrary<T | U> {
  if (rare.length === 0) return fc.constantFrom(...usual);
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
}

/** The client that makes most calls of a run. */
export type Lead = 'ada' | 'bob' | 'tess';

/**
 * Each client is a key. That of tess is a test key of ada's account (N8), with lists of its own. ada-reads
 * and ada-adds are keys of ada's account with fewer scopes. nobody has no valid key.
 */
const clientsAround = (lead: Lead) =>
  fc.oneof(
    { weight: 18, arbitrary: fc.constant(lead) },
    { weight: 6, arbitrary: fc.constantFrom('ada', 'tess', 'bob', 'dora') },
    { weight: 2, arbitrary: fc.constantFrom('ada-reads', 'ada-adds', 'nobody') },
  );
const owner = (name: string) =>
  mostly([name.replace(/-.*|nobody/, '') || 'ada'], ['ada', 'tess', 'bob', 'dora']);
const listName = mostly(['1', '1', '1', '1', '2'], ['3']);

const address = mostly([
  'ada@example.com',
  'ada@example.com',
  'bo@example.com',
  'bo@example.com',
  'cy@example.com',
  'eve@münchen.de',
  ' Ada@Example.COM ',
  'Eve@xn--mnchen-3ya.de',
]);
const notAddresses = ['', 'nobody', 'a@b', 'a@b@example.com'];
const name = mostly(['Alpha', 'alpha', ' Beta ', 'Gamma 😀'], [' ', 'x'.repeat(101), 'two\nlines', 7, null]);
const bonus = mostly([1, 2, 1_000_000, null], [0, -1, 1.5, '1', 1_000_001]);
const key = fc.constantFrom('size', 'team', 'vip');
const position = mostly([0, 1, 5], [-1, 0.5, '1', null]);
const required = mostly([true, false], ['yes', null]);
const page = fc.record(
  {
    limit: mostly(['1', '2', '50', '200'], ['0', '201', '-1', 'x']),
    offset: mostly(['0', '1', '2', '100'], ['-1', '']),
  },
  { requiredKeys: [] },
);
const confirmation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        enabled: mostly<unknown, unknown>([false, null], ['yes']),
        expires_hours: mostly<unknown, unknown>([2, 720, null], [0, 1.5, '2']),
        remind_after_hours: mostly<unknown, unknown>([1, 24, null], [721]),
        credit: mostly<unknown, unknown>(['on_signup', 'on_confirm', null], ['never']),
        url: mostly<unknown, unknown>([null], ['ftp://example.com']),
        when: mostly<unknown, unknown>([undefined], [1]),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7) },
);
const suppressed = mostly(['ada@example.com', ' BO@example.com'], notAddresses);
const days = ['<day 0>', '<day -1>', '<day -29>', '<day -31>', '<day -40>', '<day 2>'];
const day = mostly(days, ['<day -3700>', '2026-02-30', 'today']);
const code = fc.oneof(
  { weight: 6, arbitrary: address.map((of) => `<code LIST ${of}>`) },
  { weight: 6, arbitrary: address.map((of) => `<CODE LIST ${of}>`) },
  { weight: 1, arbitrary: address.map((of) => `<code ada 2 ${of}>`) },
  { weight: 2, arbitrary: mostly([null, '', ' ', 'nonsense', 'x'.repeat(64)], ['x'.repeat(65), 7]) },
);
const referrer = mostly([
  null,
  '',
  'https://www.Example.com/x?y="z",1',
  'http://b.example:8080',
  'ftp://c.example',
  'no address',
]);
const queryCode = fc.oneof(
  { weight: 3, arbitrary: address.map((of) => `<code LIST ${of}>`) },
  { weight: 3, arbitrary: address.map((of) => `<CODE LIST ${of}>`) },
  { weight: 1, arbitrary: mostly(['', 'nonsense', 'x'.repeat(64)], ['x'.repeat(65)]) },
);
/** Up to two filters of signups (N1), or they would match nobody. */
const filters: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constant('email'), mostly(['ada@example.com', 'bo@example.com'], notAddresses)),
      fc.tuple(fc.constant('referral_code'), queryCode),
      fc.tuple(fc.constant('utm_source'), mostly(['news', 'Ads', 'direct'], ['', 'x'.repeat(201)])),
      fc.tuple(fc.constant('email_status'), mostly(['none', 'sent'], ['null'])),
      fc.tuple(
        fc.constant('referred_by'),
        address.map((of) => `<signup LIST ${of}>`),
      ),
      fc.tuple(fc.constantFrom('created_from', 'created_to'), mostly(days, ['2026-02-30', 'today'])),
      fc.tuple(fc.constant('q'), mostly(['ada', 'EXAMPLE', 'mün', 'xn--'], ['ab', ''])),
      fc.tuple(fc.constant('field.size'), mostly(['3', '0.5', 'red'])),
      fc.tuple(fc.constantFrom('field.vip', 'field.team'), mostly(['true', 'false', '', '3', 'red'])),
      fc.tuple(fc.constantFrom('not_field.size', 'not_field.team'), mostly(['3', 'red'])),
      fc.tuple(
        fc.constant('not_email_domains'),
        mostly(['example.com', 'ample.com', 'a.test,example.com'], ['', 'example']),
      ),
      fc.tuple(mostly(['q'], ['emial', 'field.', 'Q']), mostly(['example'])),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((pairs) => Object.fromEntries(pairs));
const order = mostly(['newest', 'oldest', 'referrals', 'display_position'], ['sideways']).map((each) => ({
  order: each,
}));
const value = fc.constantFrom('red', '', 3, 0.5, true, false, null);
const events = mostly<unknown, unknown>(
  [['signup.created'], ['signup.removed', 'signup.removed'], []],
  [['signup.opened'], 'all'],
);
const include = mostly<unknown, unknown>(
  [['fields'], ['referral_link', 'display_position'], []],
  [['status_token'], 'fields', null],
);
const addresses = (name: string) => mostly([`http://127.0.0.1:9/${name}`], ['http://10.0.0.1/', 'x', 7]);
const someKeys = { requiredKeys: [] };
const hook = fc.record({
  type: fc.constant('webhook'),
  config: fc.record(
    { url: addresses('a'), events, include, signing_secret: mostly(['0123456789abcdef'], ['short', 7]) },
    { requiredKeys: ['url'] },
  ),
});
const integration = fc.oneof(
  { weight: 4, arbitrary: hook },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('chat_embeds'),
      config: fc.record({ webhook_url: addresses('b'), events }, someKeys),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('webhook', 'pigeons'),
      config: fc.constantFrom({ nonsense: 1 }, {}, null),
    }),
  },
);
const links = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        site_url: mostly<unknown, unknown>(['https://acme.com/join', null], ['http://acme.com', 7]),
        status_page: mostly<unknown, unknown>([true, false, null], ['yes']),
        hide: mostly<unknown, unknown>([[], ['total'], ['position', 'total'], null], [['email'], 'total']),
        show_rewards: mostly<unknown, unknown>([true, false, null], ['yes']),
      },
      someKeys,
    ),
  },
);
const rewards = mostly<unknown, unknown>(
  [
    [],
    null,
    [{ at: 1, key: 'stickers' }],
    [
      { at: 3, key: 'shirt', name: 'A shirt' },
      { at: 2, key: 'cap' },
    ],
  ],
  [
    [{ at: 0, key: 'none' }],
    [{ at: 1, key: 'Big prize' }],
    [{ at: 1, key: 'a', name: '' }],
    [{ at: 1, key: 'a', name: 7 }],
    [
      { at: 1, key: 'a' },
      { at: 1, key: 'b' },
    ],
    { at: 1, key: 'a' },
  ],
);
const leaderboard = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        name_field: mostly<unknown, unknown>(['team', 'size', null], ['No key', 7]),
        public: mostly<unknown, unknown>([true, false, null], ['yes']),
      },
      someKeys,
    ),
  },
);
const archive = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        enabled: mostly<unknown, unknown>([true, false, false, null], ['yes']),
        text: mostly<unknown, unknown>(['We have launched', null], ['x'.repeat(301), 'two\nlines', 7]),
      },
      someKeys,
    ),
  },
);
const brand = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        color: mostly<unknown, unknown>(['#4338ca', '#FDE047', null], ['blue', '#fff', 7]),
        headline: mostly<unknown, unknown>([' Soon ', null], ['', 'two\nlines', 'x'.repeat(121)]),
        links: mostly<unknown, unknown>(
          [[], [{ label: 'Imprint', url: 'https://acme.com/imprint' }], null],
          [[{ label: 'Imprint', url: 'http://acme.com' }], [{ label: 'Imprint' }], 'none'],
        ),
        language: mostly<unknown, unknown>(['de', 'pt-BR', null], ['xx', 'DE']),
        theme: mostly<unknown, unknown>(['dark', 'auto', null], ['Dark']),
        logo: mostly<unknown, unknown>([undefined], [null, '/brand/x.png']), // read only
      },
      someKeys,
    ),
  },
);
const form = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        enabled: mostly<unknown, unknown>([false, null], [true, 'yes']), // referrals are not judged here
        origins: mostly<unknown, unknown>(
          [[], ['https://acme.com'], null],
          [['acme.com'], 'https://acme.com'],
        ),
        redirect_url: mostly<unknown, unknown>(['https://acme.com/thanks', null], ['http://acme.com']),
        fields: mostly<unknown, unknown>([[], ['company'], ['ref'], null], [['Bad key'], 'company']),
        captcha: mostly<unknown, unknown>([null], [{ provider: 'turnstile' }, {}, 'turnstile']),
        id: mostly<unknown, unknown>([undefined], ['f_mine']),
      },
      someKeys,
    ),
  },
);
const pageSettings = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        enabled: mostly<unknown, unknown>([false, null], [true, 'yes']), // without a slug
        slug: mostly<unknown, unknown>([null], ['ab', 'admin', 'a--b', 'Orbit', 'órbit', 7]),
        show_total: mostly<unknown, unknown>([true, false, null], ['yes']),
        invited_by_field: mostly<unknown, unknown>(['company', null], ['Bad key', 7]),
        url: mostly<unknown, unknown>([undefined], ['https://acme.com']),
      },
      someKeys,
    ),
  },
);
const type = mostly(['webhook', 'webhook', 'chat_embeds'], ['pigeons']).map((each) => ({ type: each }));

type Given = Partial<Pick<Call, 'params' | 'query' | 'body' | 'referer'>>;

const params = { id: '<list LIST>' };
const suppression = fc
  .record({
    email: suppressed,
    list: mostly<object, object>(
      [{}, { waitlist_id: null }, { waitlist_id: params.id }],
      [{ waitlist_id: 'none' }, { why: 1 }],
    ),
  })
  .map(({ email, list }) => ({ body: { email, ...list } }));
const person = (more: fc.Arbitrary<object>): fc.Arbitrary<Given> =>
  fc.tuple(fc.oneof(address, suppressed), more).map(([email, rest]) => ({ body: { email, ...rest } }));
const nothing = fc.constant({});
const ofList: fc.Arbitrary<Given> = fc.constant({ params });
const ofField = key.map((each) => ({ params: { ...params, key: each } }));
const ofType = type.map((each) => ({ params: each }));
const onList = (body: fc.Arbitrary<unknown>) => body.map((each) => ({ params, body: each }));
const pages = fc.oneof(nothing, page).map((query) => ({ query }));
const pagesOfList = pages.map(({ query }) => ({ params, query }));

const signup = fc
  .record({
    email: fc.oneof(
      { weight: 20, arbitrary: address },
      { weight: 1, arbitrary: fc.constantFrom(...notAddresses, 7) },
    ),
    rest: fc.record(
      {
        referral_code: code,
        utm_source: mostly(['news', 'Ads', 'direct', ' ', null], ['x'.repeat(201), 7]),
        referrer,
        locale: mostly(['de', 'PT-br', ' ', null], ['x'.repeat(36), 'no tag', 7]),
        metadata: mostly<unknown, unknown>(
          [{}, null, { plan: 'a "b", c\nd' }],
          [{ 'a b': 'x' }, { plan: 7 }, []],
        ),
        include: mostly<unknown, unknown>(
          [['created'], ['locale', 'referral_count', 'created'], []],
          [['email'], 'created'],
        ),
        fields: fc.record({ size: value, team: value, vip: value, other: value }, someKeys),
      },
      someKeys,
    ),
  })
  .map(({ email, rest }) => ({ email, ...rest }));

/** The weight of each operation and its inputs. `LIST` is replaced by a list. */
const operations: Readonly<Record<string, readonly [weight: number, given: fc.Arbitrary<Given>]>> = {
  readAccount: [1, nothing],
  // Behind the oldest entry there is none. What is recorded has its own tests.
  listAuditLog: [1, fc.constant({ query: { limit: '2', after: '00000000-0000-0000-0000-000000000000' } })],
  createWaitlist: [2, fc.record({ name }, someKeys).map((body) => ({ body }))],
  listWaitlists: [2, pages],
  readWaitlist: [1, ofList],
  updateWaitlist: [2, onList(fc.record({ name, referral_bonus: bonus }, someKeys))],
  deleteWaitlist: [
    1,
    mostly(['ada 2', 'ada 3', 'bob crowd'], ['LIST']).map((of) => ({ params: { id: `<list ${of}>` } })),
  ],
  createField: [
    3,
    onList(
      fc.record(
        {
          key: mostly(['size', 'team', 'vip'], ['email', 'Size', '1a', 7]),
          label: name,
          type: fc.constantFrom('string', 'number', 'boolean'),
          required,
          position,
        },
        { requiredKeys: ['key', 'label', 'type'] },
      ),
    ),
  ],
  listFields: [1, pagesOfList],
  updateField: [
    1,
    fc
      .record({
        given: ofField,
        body: fc.record({ label: name, required, position }, someKeys),
        wrong: mostly([{}], [{ type: 'string' }, { key: null }]),
      })
      .map(({ given, body, wrong }) => ({ ...given, body: { ...body, ...wrong } })),
  ],
  deleteField: [1, ofField],
  createSignup: [
    14,
    fc
      .record({ referer: fc.constantFrom({}, {}, { referer: 'https://header.example/' }), signup })
      .map(({ referer, signup: body }) => ({ params, ...referer, body })),
  ],
  addSignups: [
    4,
    fc
      .record({
        signups: fc.oneof(
          {
            weight: 20,
            arbitrary: fc.array(
              fc.oneof(
                { weight: 12, arbitrary: signup },
                { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, 'ada@example.com', [], {}) },
              ),
              { minLength: 1, maxLength: 6 },
            ),
          },
          { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, null) },
        ),
        notify: mostly([{}, { notify: true }, { notify: false }], [{ notify: 'yes' }]),
      })
      .map(({ signups, notify }) => ({ params, body: { signups, ...notify } })),
  ],
  listSignups: [
    8,
    fc.oneof(
      pagesOfList,
      fc
        .oneof(address, mostly(['ada@example.com'], notAddresses))
        .map((email) => ({ params, query: { email } })),
      fc
        .tuple(filters, fc.oneof(nothing, order), fc.oneof(nothing, page))
        .map((parts) => ({ params, query: Object.assign({}, ...parts) })),
      fc.tuple(order, page).map((parts) => ({ params, query: Object.assign({}, ...parts) })),
    ),
  ],
  readSignup: [1, address.map((of) => ({ params: { ...params, signupId: `<signup LIST ${of}>` } }))],
  updateSignup: [
    3,
    fc
      .record({
        of: address,
        body: fc.record(
          {
            fields: fc.oneof(
              {
                weight: 8,
                arbitrary: fc.record({ size: value, team: value, vip: value, other: value }, someKeys),
              },
              { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, []) },
            ),
            note: mostly<unknown, unknown>(['a "b", c\nd', ' x ', '', null], ['x'.repeat(2_001), 7]),
            email: fc.oneof(
              { weight: 8, arbitrary: address },
              { weight: 1, arbitrary: mostly([' NEW@Example.com '], notAddresses) },
            ),
            notify: mostly<unknown, unknown>([true, false], ['yes']),
          },
          someKeys,
        ),
      })
      .map(({ of, body }) => ({ params: { ...params, signupId: `<signup LIST ${of}>` }, body })),
  ],
  removeSignup: [4, address.map((of) => ({ params: { ...params, signupId: `<signup LIST ${of}>` } }))],
  exportSignups: [
    1,
    fc.oneof(
      ofList,
      fc.oneof(filters, order).map((query) => ({ params, query })),
    ),
  ],
  readSignupLinks: [6, address.map((of) => ({ params: { ...params, signupId: `<signup LIST ${of}>` } }))],
  readSettings: [1, ofList],
  confirmSignup: [
    1,
    mostly<unknown, unknown>([{ token: 'forged' }], [{}, { token: 7 }]).map((body) => ({ body })),
  ],
  updateSettings: [
    2,
    onList(
      fc.record(
        {
          links,
          confirmation,
          rewards,
          leaderboard,
          form,
          page: pageSettings,
          brand,
          archive,
          nothing: mostly([undefined], [{}]),
        },
        someKeys,
      ),
    ),
  ],
  recordConversion: [
    3,
    fc.record({ email: address, waitlist_id: mostly([params.id], ['none']) }).map((body) => ({ body })),
  ],
  revokeLinks: [2, onList(mostly<unknown, unknown>([{ kind: 'status' }], [{ kind: 'all' }, {}]))],
  listSuppressions: [
    2,
    fc
      .tuple(
        fc.oneof(
          nothing,
          suppressed.map((email) => ({ email })),
        ),
        fc.oneof(nothing, page),
      )
      .map(([of, pages]) => ({ query: { ...of, ...pages } })),
  ],
  addSuppression: [2, suppression],
  removeSuppression: [2, suppression],
  exportPerson: [1, person(fc.constant({}))],
  erasePerson: [
    2,
    person(fc.record({ suppress: mostly<unknown, unknown>([true, false], ['yes']) }, someKeys)),
  ],
  readLeaderboard: [2, fc.oneof(nothing, page).map((query) => ({ params, query }))],
  readStats: [2, fc.record({ from: day, to: day }, someKeys).map((query) => ({ params, query }))],
  listIntegrations: [1, nothing],
  setIntegration: [
    3,
    integration.map(({ type: of, config }) => ({ params: { type: of }, body: { config } })),
  ],
  updateIntegration: [
    1,
    fc
      .record({ type: ofType, enabled: mostly([true, false], ['no']) })
      .map(({ type: of, enabled }) => ({ ...of, body: { enabled } })),
  ],
  deleteIntegration: [1, ofType],
  listDeliveries: [1, ofType],
  readHealth: [1, ofType],
  listEvents: [1, nothing],
  redeliverEvent: [
    1,
    ofType.map(({ params: of }) => ({ params: { ...of, eventId: '018f0000-0000-7000-8000-00000000face' } })),
  ],
  replayEvents: [
    1,
    fc
      .record({
        of: ofType,
        body: fc.record(
          {
            since: mostly<unknown, unknown>(['2026-01-01T00:00:00Z'], ['yesterday', 7]),
            only: mostly(['all', 'failed'], ['some']),
            dry_run: fc.boolean(),
          },
          { requiredKeys: ['since', 'only'] },
        ),
      })
      .map(({ of, body }) => ({ ...of, body })),
  ],
  dismissMissed: [1, ofType],
  rotateSecret: [
    2,
    mostly<unknown, unknown>([0, 24], [73, 'no']).map((overlap_hours) => ({ body: { overlap_hours } })),
  ],
};
