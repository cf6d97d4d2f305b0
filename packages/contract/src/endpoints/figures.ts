import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { FiguresView } from '../schemas/figures.ts';
import { Strict } from '../schemas/primitives.ts';
import { endpoint, inProject } from './endpoint.ts';
import { ProjectParams, projectPath } from './params.ts';

export const getFigures = endpoint({
  id: 'getFigures',
  method: 'GET',
  path: `${projectPath}/figures`,
  summary: 'How much people were asked in the last days, how they answered, and which rules ask most.',
  access: inProject('user'),
  params: ProjectParams,
  query: Strict({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.figureDaysMax, default: 7 })) }),
  responses: { 200: FiguresView },
  errors: ['not_found'],
});
