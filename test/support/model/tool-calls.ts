import type { Answer, Call } from './call.ts';

interface Tool {
  readonly name: string;
  toArguments(call: Call): object;
}

/** The tools (§4.10) by operation, with their arguments (C8.3). */
const tools: Readonly<Record<string, Tool>> = {
  createWaitlist: { name: 'create_waitlist', toArguments: ({ body }) => ({ ...Object(body) }) },
  listWaitlists: { name: 'list_waitlists', toArguments: () => ({}) },
  updateWaitlist: {
    name: 'update_waitlist',
    toArguments({ params, body }) {
      const { name, referral_bonus: referralBonus } = Object(body);
      return { waitlistId: params.id, name, referralBonus };
    },
  },
  createSignup: {
    name: 'add_signup',
    toArguments({ params, body }) {
      const { utm_source: utmSource, referral_code: referralCode, ...rest } = Object(body);
      return { waitlistId: params.id, utmSource, referralCode, ...rest };
    },
  },
  listSignups: {
    name: 'list_signups',
    toArguments: ({ params, query }) => ({
      waitlistId: params.id,
      ...Object.fromEntries(
        Object.entries(query).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text]),
      ),
    }),
  },
  removeSignup: {
    name: 'remove_signup',
    toArguments: ({ params }) => ({ waitlistId: params.id, signupId: params.signupId }),
  },
  readStats: {
    name: 'get_waitlist_stats',
    toArguments: ({ params, query }) => ({ waitlistId: params.id, ...query }),
  },
  listFields: { name: 'list_waitlist_fields', toArguments: ({ params }) => ({ waitlistId: params.id }) },
};
/** These tools have no paging: they return everything (C8.5). */
const wholeLists = ['listWaitlists', 'listFields'];

/**
 * Whether a call can be made as a tool call. Keys with fewer scopes use REST only, because tools check in
 * another order.
 */
export function hasTool({ client, operation, query, referer, body }: Call): boolean {
  const hasFilter =
    operation === 'listSignups' && Object.keys(query).some((name) => !['limit', 'offset'].includes(name));
  // Tools take a null that says nothing for an argument that is left out.
  const isRefusedByRestAlone = operation === 'updateWaitlist' && Object(body).name === null;
  const isPlain =
    !isRefusedByRestAlone &&
    referer === undefined &&
    !hasFilter &&
    !client.includes('-') &&
    !['include', 'locale'].some((key) => Object.hasOwn(Object(body), key));
  return (
    operation in tools && isPlain && (!wholeLists.includes(operation) || Object.keys(query).length === 0)
  );
}

/** The call as a message of the Model Context Protocol. */
export function toolRequest(call: Call): { headers: Record<string, string>; body: string } {
  const tool = tools[call.operation];
  const params = { name: tool?.name, arguments: tool?.toArguments(call) };
  return {
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

/** The result in the answer of a tool. An error has a code but no status. */
export function fromToolAnswer({ status, body }: Answer): Answer {
  const { result } = Object(body);
  if (status !== 200 || !result) return { status, body };
  const text = JSON.parse(result.content[0].text);
  return result.isError ? { status: 0, body: text } : { status, body: text };
}

/** The answer of a tool for the REST answer of its operation. */
export function toToolAnswer({ operation }: Call, { status, body }: Answer): Answer {
  if (status === 401) return { status, body };
  if (status >= 400) return { status: 0, body };
  if (status === 204) return { status: 200, body: { removed: true } };
  return { status: 200, body: wholeLists.includes(operation) ? { ...Object(body), limit: 200 } : body };
}
