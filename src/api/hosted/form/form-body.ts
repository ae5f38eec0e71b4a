import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../shared/errors.ts';
import { findUnstorable, unstorableText } from '../../../shared/schema/storable.ts';

/** All values of a form that is within the limits, in an alphabet whose letters take nine bytes each. */
export const maxFormBytes = 256 * 1_024;
/** Far more than a form has inputs. */
const maxInputs = 200;

/** Reads the bodies of plain forms. Of inputs with the same name the last one counts. */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    (_request, bytes, done) => {
      if (!isUtf8(bytes)) return done(new AppError('invalid_request', 'The body is not UTF-8.'));
      const text = bytes.toString('utf8');
      if (text.split('&', maxInputs + 1).length > maxInputs)
        return done(new AppError('invalid_request', `body: expected at most ${maxInputs} inputs`));
      const body = Object.fromEntries(new URLSearchParams(text));
      const path = findUnstorable(body, 'body');
      if (path !== undefined) return done(new AppError('invalid_request', `${path}: ${unstorableText}`));
      done(null, body);
    },
  );
}
