import { CountersignError, type ErrorCode, type Problem, problemOf } from '@countersign/contract';
import { maskTexts, type Redactor } from '@countersign/control-plane';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** What Fastify itself refuses, in our words. */
const ofFastify: Readonly<Record<string, { readonly code: ErrorCode; readonly text: string }>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'malformed_json', text: 'The body could not be read as JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'malformed_json', text: 'The body is empty. Send a JSON object.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body_too_large', text: 'Send a smaller body; large content goes in pieces.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type', text: 'Set content-type: application/json.' },
  FST_ERR_BAD_URL: { code: 'invalid_request', text: 'The address is not encoded as an address should be.' },
  FST_ERR_MAX_PARAM_LENGTH: {
    code: 'not_found',
    text: 'There is nothing at this address. GET /docs lists what there is.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'malformed_json',
    text: 'The body is not as long as content-length says.',
  },
};

export function asCountersignError(error: unknown): CountersignError {
  if (error instanceof CountersignError) return error;
  const { code, statusCode, message } = error as FastifyError;
  const known = code ? ofFastify[code] : undefined;
  if (known) return new CountersignError(known.code, known.text);
  if (error instanceof SyntaxError)
    return new CountersignError('malformed_json', 'The body could not be read as JSON.');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new CountersignError('invalid_request', message);
  return new CountersignError('internal', 'The request failed here; it is in the log. Try again.', {}, error);
}

/** G8: the document of an error. It may repeat what a client sent, and so is masked. */
export function maskedProblem(redactor: Redactor, error: CountersignError): Problem {
  return maskTexts(redactor, problemOf(error));
}

/** The one renderer of this edge: every failure leaves as application/problem+json with a stable code. */
export function sendProblem(
  redactor: Redactor,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = maskedProblem(redactor, asCountersignError(error));
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer realm="countersign"');
  return reply.code(problem.status).type('application/problem+json').send(problem);
}
