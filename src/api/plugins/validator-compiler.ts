import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../shared/platform/errors.ts';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';

/**
 * Validates a part of a request. A bad one is an AppError that names the key, or the part as a whole (C1.4).
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const whole = httpPart === 'querystring' ? 'query' : 'body';
  return (data: unknown) => {
    const { data: value, error } = schema.safeParse(data);
    const [name] = error?.issues[0]?.path ?? [];
    // A parameter that is given twice is an array.
    if (httpPart === 'querystring' && Array.isArray(Object(data)[name ?? '']))
      return { error: new AppError('invalid_request', `${String(name)}: must be given once`) };
    if (!error) return { value };
    const field = name === undefined ? {} : { field: String(name) };
    return { error: new AppError('invalid_request', describeFirstIssue(error, { whole }), field) };
  };
};
