import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../../../web-context.ts';
import { addPage } from '../../pages.ts';
import { Layout } from '../../parts/layout.tsx';
import { pageOf } from '../../parts/page-context.ts';
import { Parts } from './parts.tsx';
import { Tokens } from './tokens.tsx';

const ofThisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Every part of the dashboard in every state, in both themes; only where the service runs for development.
 */
export function designPage(app: FastifyInstance, ctx: WebContext): void {
  if (!ofThisMachine.has(new URL(ctx.config.baseUrl).hostname)) return;
  addPage(app, '/design', {}, (request) => (
    <Layout title="Design" page={pageOf(request)}>
      <p class="soft">
        What pages are made of. Sizes are multiples of 4 and 8 pixels; colors are tokens with a value for each
        theme.
      </p>
      {(['light', 'dark'] as const).map((theme) => (
        <section key={theme} class={`theme ${theme}`} aria-label={`In the ${theme} theme`}>
          <Tokens />
          <Parts theme={theme} />
        </section>
      ))}
    </Layout>
  ));
}
