import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { switchMode } from '../../../shared/account/sessions/switch-mode.ts';
import type { WebContext } from '../../web-context.ts';
import { readForm, redirectWithFlash } from '../pages.ts';

const ModeForm = z.object({ mode: z.enum(['test', 'live']) });

/** Switches between the live account and its test mode (N8). */
export function modeForm(app: FastifyInstance, ctx: WebContext): void {
  app.post('/mode', async (request, reply) => {
    const { mode } = readForm(ModeForm, request.body);
    await switchMode(ctx, request.session, mode);
    const text =
      mode === 'test' ? 'This is the test mode. No mail leaves it.' : 'You have left the test mode.';
    return redirectWithFlash(reply, '/dashboard', text);
  });
}
