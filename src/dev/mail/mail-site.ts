import fastify, { type FastifyReply } from 'fastify';
import { onFreePort } from '../server/ports.ts';
import type { CaughtMail } from './caught-mail.ts';
import { frameRights, mailListPage, mailPage, missingMailPage } from './mail-pages.ts';
import { mailStyle } from './mail-style.ts';

/** Our pages run no scripts and load nothing from other hosts. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/**
 * The HTML of an email is untrusted: it runs no scripts, loads nothing, and is shown only inside our page.
 */
const MAIL_POLICY = `sandbox ${frameRights}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'`;

interface MailSiteOptions {
  host: string;
  port: number;
  /** Newest first; read for every response. */
  mails: readonly CaughtMail[];
}

/** Serves the pages of the mail catcher, and the same data as JSON for scripts and tests. */
export function startMailSite(options: MailSiteOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { host, mails } = options;
  const find = (id: string) => mails.find((mail) => mail.id === id);

  return onFreePort(
    options.port,
    async (port) => {
      const app = fastify({ forceCloseConnections: true });
      app.addHook('onSend', async (_request, reply) => {
        reply.headers({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
      });
      app.get('/', (_request, reply) => sendPage(reply, mailListPage(mails)));
      app.get('/style.css', (_request, reply) => reply.type('text/css').send(mailStyle));
      app.get('/mails.json', () =>
        mails.map(({ id, to, subject, receivedAt }) => ({ id, to, subject, receivedAt })),
      );
      app.get<{ Params: { id: string } }>('/mails/:id(^\\d+).json', (request, reply) => {
        return find(request.params.id) ?? reply.code(404).send({ error: 'No such email.' });
      });
      app.get<{ Params: { id: string } }>('/mails/:id(^\\d+)', (request, reply) => {
        const mail = find(request.params.id);
        return mail ? sendPage(reply, mailPage(mail)) : sendPage(reply.code(404), missingMailPage());
      });
      app.get<{ Params: { id: string } }>('/mails/:id(^\\d+)/html', (request, reply) => {
        const content = find(request.params.id)?.html;
        if (!content) return reply.code(404).send();
        return reply
          .header('content-security-policy', MAIL_POLICY)
          .type('text/html; charset=utf-8')
          .send(openingTabs(content));
      });
      await app.listen({ port, host });
      return { url: `http://${host}:${port}`, close: () => app.close() };
    },
    host,
  );
}

/** The HTML of an email whose links open in new tabs: they would lead nowhere in its frame. */
const openingTabs = (content: string): string =>
  content.replace(
    /^\s*(<!doctype[^>]*>)?\s*(<html\b[^>]*>)?\s*(<head\b[^>]*>)?/i,
    '$&<base target="_blank">',
  );

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(page);
}
