import { Type } from 'typebox';
import { Strict } from '../schemas/primitives.ts';
import { endpoint, open } from './endpoint.ts';

export const livez = endpoint({
  id: 'livez',
  method: 'GET',
  path: '/livez',
  summary: 'The process answers. Looks at nothing else.',
  access: open,
  responses: { 200: Strict({ status: Type.Literal('ok') }) },
  errors: [],
});

export const readyz = endpoint({
  id: 'readyz',
  method: 'GET',
  path: '/readyz',
  summary: 'The database answers and the server takes calls.',
  access: open,
  responses: { 200: Strict({ status: Type.Literal('ok') }) },
  errors: ['unavailable'],
});

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This interface, as OpenAPI 3.1.',
  access: open,
  responses: { 200: Type.Unknown() },
  errors: [],
});

export const getDocs = endpoint({
  id: 'getDocs',
  method: 'GET',
  path: '/docs',
  summary: 'This interface, as a page.',
  access: open,
  responses: { 200: Type.String() },
  contentType: 'text/html',
  errors: [],
});

export const getPage = endpoint({
  id: 'getPage',
  method: 'GET',
  path: '/',
  summary: 'The page where people decide.',
  access: open,
  responses: { 200: Type.String() },
  contentType: 'text/html',
  errors: [],
});

export const getMetrics = endpoint({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Figures for Prometheus. Names of tools and sources are in them, nothing that was said.',
  access: open,
  responses: { 200: Type.String() },
  contentType: 'text/plain',
  errors: ['not_found'],
});
