import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/platform/errors.ts';
import { findUnstorable, unstorableText } from '../../../shared/platform/schema/storable.ts';

/** All values of a form that is within the limits, in an alphabet whose letters take nine bytes each. */
export const maxFormBytes = 256 * 1_024;
/** Far more than a form has inputs. */
const maxInputs = 200;

/** The types that browsers send plain forms with. */
export const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** Reads the bodies of plain forms. Of inputs with the same name the last one counts. */
export function readFormBodies(app: FastifyInstance): void {
  const options = { parseAs: 'buffer', bodyLimit: maxFormBytes } as const;
  app.addContentTypeParser(formTypes[0], options, async (_: FastifyRequest, bytes: Buffer) => {
    const text = toText(bytes);
    if (text.split('&', maxInputs + 1).length > maxInputs) throw tooManyInputs();
    return checked(Object.fromEntries(new URLSearchParams(text)));
  });
  app.addContentTypeParser(formTypes[1], options, async ({ headers }: FastifyRequest, bytes: Buffer) => {
    const response = new Response(toText(bytes), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    });
    const inputs = await response.formData().then(
      (form) => [...form],
      () => {
        throw new AppError('invalid_request', 'The body is not a form of the type that it names.');
      },
    );
    if (inputs.length > maxInputs) throw tooManyInputs();
    return checked(Object.fromEntries(inputs.flatMap(toInput)));
  });
}

function toText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new AppError('invalid_request', 'The body is not UTF-8.');
  return bytes.toString('utf8');
}

/** A file input in which nothing was chosen is an empty file without a name. */
function toInput([name, value]: [string, FormDataEntryValue]): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (value.name === '' && value.size === 0) return [];
  throw new AppError('invalid_request', `${name}: must be a text, not a file`);
}

function checked(body: Record<string, string>): Record<string, string> {
  const path = findUnstorable(body, 'body');
  if (path !== undefined) throw new AppError('invalid_request', `${path}: ${unstorableText}`);
  return body;
}

function tooManyInputs(): AppError {
  return new AppError('invalid_request', `body: must have at most ${maxInputs} inputs`);
}
