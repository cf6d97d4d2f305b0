import { CountersignError, type Endpoint, limits as wire } from '@countersign/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { limits } from '../limits.ts';
import { inbox } from '../page/inbox-page.ts';
import { routes } from '../rest/routes.ts';
import type { ServerContext } from '../server-context.ts';
import { acceptUpgrades } from '../ws/accept-upgrades.ts';
import { answerClientError } from './answer-client-error.ts';
import { authorize } from './authorize.ts';
import { checkOrigin } from './check-origin.ts';
import { type Identity, identify } from './identify.ts';
import { maskInput } from './mask-input.ts';
import { allowedMethods } from './match-path.ts';
import { sendProblem } from './render-problem.ts';
import { repeatedNameError } from './repeated-name-error.ts';
import type { Asked, Route } from './route.ts';
import { tooDeepError } from './too-deep-error.ts';
import { validatorCompiler } from './validators.ts';

/** Nothing here may be guessed, kept or leaked by a browser; an answer that may be kept says so itself. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const identities = new WeakMap<FastifyRequest, Identity>();

/** Fastify with every route of the contract: origin -> identity -> access -> schema -> handler. */
export function buildApp(context: ServerContext): FastifyInstance {
  const { redactor } = context.plane;
  const app = Fastify({
    // Its own chatter is of no use to anyone; what goes wrong is.
    loggerInstance: context.log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all: a child for every request is made whether or not it says anything.
    childLoggerFactory: (logger) => logger,
    bodyLimit: wire.bodyBytesMax,
    requestTimeout: limits.requestTimeoutMs,
    http: { headersTimeout: limits.headersTimeoutMs },
    // Requests under way are answered; only idle connections are closed at once.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void sendProblem(redactor, error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerClientError,
  });
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setErrorHandler((error, request, reply) => sendProblem(redactor, error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    inbox.serve(request, reply) ? reply : sendProblem(redactor, notThere(request), request, reply),
  );
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // A POST without a body is the same as one with no fields; required fields are missed by the schema.
    if (text === '') done(null, {});
    else
      void parseJson(request, text as string, (error, value) =>
        done(error ?? tooDeepError(value) ?? repeatedNameError(text as string), value),
      );
  });
  // Callbacks, not promises: these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders);
    try {
      checkOrigin(request.headers, context.hosts);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  for (const declared of routes) register(app, context, declared);
  acceptUpgrades(app);
  return app;
}

function register(app: FastifyInstance, context: ServerContext, { endpoint, handle }: Route): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.headers ? { headers: endpoint.headers } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
    },
    onRequest: async (request) => {
      if (endpoint.access.to === 'open') return;
      const identity = await identify(context, request);
      identities.set(request, identity);
      const { project_id: projectId } = request.params as { project_id?: string };
      await authorize(context.authenticator, endpoint.access, identity.principal, projectId);
    },
    onResponse: (_request, reply, done) => {
      context.telemetry.requestAnswered(endpoint.id, reply.statusCode, reply.elapsedTime);
      done();
    },
    preValidation: (request, _reply, done) => {
      if (endpoint.body && request.body === undefined) request.body = {};
      done();
    },
    handler: async (request, reply) => {
      const identity = identities.get(request);
      const asked = {
        params: request.params,
        query: maskInput(context.plane.redactor, request.query),
        body: maskInput(context.plane.redactor, request.body),
        headers: request.headers,
        principal: identity?.principal ?? null,
        cookieSecret: identity?.cookieSecret ?? null,
        raw: request,
        reply,
      } as unknown as Asked<Endpoint>;
      const answer = await handle(context, asked);
      if (answer === null) return reply.hijack();
      if (answer.headers) reply.headers(answer.headers);
      return reply.code(answer.status).send(answer.body);
    },
  });
}

function notThere(request: FastifyRequest): CountersignError {
  const methods = allowedMethods(request.url);
  if (methods.length === 0)
    return new CountersignError('not_found', 'There is nothing at this address. GET /docs lists what there is.');
  return new CountersignError('method_not_allowed', `Use ${methods.join(' or ')} here.`, { allowed: methods });
}
