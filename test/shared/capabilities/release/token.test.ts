import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeInviteToken } from '../../../../src/shared/capabilities/release/invitations/token.ts';
import { hideToken, showToken } from '../../../../src/shared/capabilities/release/invite-mail.ts';
import { isCheckedToken } from '../../../../src/shared/platform/secrets/checked-token.ts';

const source = fc.record({ accountId: fc.uuid(), id: fc.uuid(), generation: fc.nat(3) });

describe('the token of an invitation (N5)', () => {
  test('is the same each time, and another one for each invitation, generation, account and key', () => {
    const keys = [randomBytes(32), randomBytes(32)] as const;
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(source, fc.constantFrom(0, 1), (given, which) => {
        const token = makeInviteToken(keys[which] ?? keys[0], given);
        expect(token).toMatch(/^inv_[0-9A-Za-z]{38}$/);
        expect(isCheckedToken('inv_', token)).toBe(true);
        expect(isCheckedToken('wl_', token)).toBe(false);
        const name = JSON.stringify([which, given]);
        expect(seen.get(token) ?? name).toBe(name);
        seen.set(token, name);
        expect(makeInviteToken(keys[which] ?? keys[0], given)).toBe(token);
      }),
      { numRuns: 2_000 },
    );
  });

  test('has a checksum that finds each typing error', () => {
    fc.assert(
      fc.property(source, fc.nat(37), fc.constantFrom(...'0aZ9'), (given, place, typed) => {
        const token = makeInviteToken(Buffer.alloc(32, 1), given);
        const index = 'inv_'.length + place;
        const wrong = token.slice(0, index) + typed + token.slice(index + 1);
        expect(isCheckedToken('inv_', wrong)).toBe(wrong === token);
      }),
    );
  });

  test('is not in a mail that is kept, and is there again when it is sent', () => {
    const key = randomBytes(32);
    fc.assert(
      fc.property(source, fc.string(), fc.string(), ({ accountId, id, generation }, before, after) => {
        const token = makeInviteToken(key, { accountId, id, generation });
        const mail = {
          subject: before,
          html: `${before}${token}${after}${token}`,
          from: after,
          unsubscribeUrl: null,
        };
        const invitation = {
          id,
          generation,
          state: 'invited',
          expires_at: '2026-01-01',
          is_expired: false,
        } as const;
        const kept = hideToken(mail, key, accountId, invitation);
        expect(JSON.stringify(kept)).not.toContain(token);
        expect(showToken(kept, key, accountId)).toEqual(mail);
      }),
    );
  });
});
