import type { Example } from './example.ts';

/** An import whose dry run is done. */
const readyImport = {
  id: '01a21f10-3c11-7a55-8d0e-6b1f0c2d3e4f',
  waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
  state: 'ready',
  preset: 'getwaitlist',
  positions: 'append',
  codes: 'keep',
  notify: false,
  events: false,
  rows: 1204,
  would_create: 1197,
  existing: 2,
  duplicates: 4,
  rejected: 1,
  over_quota: 0,
  created: 0,
  referrals: 0,
  columns: {
    names: ['email', 'priority', 'amount_referred', 'referral_token', 'referral_link', 'created_at'],
    mapped: { email: 'email', created_at: 'created_at', referral_token: 'referral_code' },
    unmapped: ['priority', 'amount_referred', 'referral_link'],
  },
  warnings: [],
  notes: [],
  encoding: 'utf-8',
  date_order: null,
  cleaned: 0,
  left: { unsubscribed: 0, bounced: 0, complained: 0, suppressed: 0 },
  questions: [],
  created_at: '2026-11-30T09:12:44.317Z',
  started_at: null,
  finished_at: null,
  failure_reason: null,
  step: null,
};

const fresh = { would_create: 0, existing: 0, duplicates: 0, rejected: 0 };

const importParams = {
  id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
  importId: '01a21f10-3c11-7a55-8d0e-6b1f0c2d3e4f',
};

/** Examples of imports. */
export const importsExamples = {
  createImport: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    query: {
      preset: 'getwaitlist',
      positions: 'append',
      codes: 'keep',
      encoding: 'auto',
      date_order: 'dmy',
      notify: 'false',
      events: 'false',
    },
    body: 'email,priority,amount_referred,referral_token,referral_link,created_at\ngrace@example.com,1,3,AB12CD,https://example.com/?ref_id=AB12CD,2024-03-01T10:00:00Z\n',
    answers: { '201': { ...readyImport, ...fresh, state: 'validating' } },
  },
  listImports: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    query: { limit: 50, offset: 0 },
    answers: { '200': { data: [readyImport], total: 1, limit: 50, offset: 0, has_more: false } },
  },
  readImport: { params: importParams, answers: { '200': readyImport } },
  updateImport: {
    params: importParams,
    body: { mapping: { priority: null, referral_link: 'metadata.old_link' } },
    answers: {
      '200': {
        ...readyImport,
        ...fresh,
        state: 'validating',
        columns: {
          names: readyImport.columns.names,
          mapped: { ...readyImport.columns.mapped, referral_link: 'metadata.old_link' },
          unmapped: ['priority', 'amount_referred'],
        },
      },
    },
  },
  startImport: {
    params: importParams,
    body: { expected_count: 1197 },
    answers: {
      '200': { ...readyImport, state: 'running', started_at: '2026-11-30T09:20:03.902Z', step: 'signups' },
    },
  },
  cancelImport: {
    params: importParams,
    answers: { '200': { ...readyImport, state: 'cancelled', finished_at: '2026-11-30T09:21:17.004Z' } },
  },
  listImportRows: {
    params: importParams,
    query: { outcome: 'rejected', limit: 50, offset: 0 },
    answers: {
      '200': {
        data: [
          {
            line: 318,
            outcome: 'rejected',
            reason: 'email: must be an email address',
            signup_id: null,
            cells: ['alan at example.com', '316', '0', 'ZX81QL', '', '2024-05-02T08:30:00Z'],
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  exportImportRows: {
    params: importParams,
    query: { outcome: 'rejected' },
    answers: {
      '200':
        'line,outcome,reason,signup_id,email,priority,amount_referred,referral_token,referral_link,created_at\n318,rejected,email: must be an email address,,alan at example.com,316,0,ZX81QL,,2024-05-02T08:30:00Z\n',
    },
  },
} as const satisfies Readonly<Record<string, Example>>;
