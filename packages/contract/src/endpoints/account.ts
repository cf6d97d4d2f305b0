import { Type } from 'typebox';
import { Strict, Uuid } from '../schemas/primitives.ts';
import { PrincipalView, ProjectView } from '../schemas/principal.ts';
import { endpoint, open, signedIn } from './endpoint.ts';

export const whoAmI = endpoint({
  id: 'whoAmI',
  method: 'GET',
  path: '/my/principal',
  summary: 'Who this credential is.',
  access: signedIn,
  responses: { 200: PrincipalView },
  errors: [],
});

export const listMyProjects = endpoint({
  id: 'listMyProjects',
  method: 'GET',
  path: '/my/projects',
  summary: 'The projects this principal belongs to.',
  access: signedIn,
  responses: { 200: Strict({ projects: Type.Array(ProjectView) }) },
  errors: [],
});

export const createLink = endpoint({
  id: 'createLink',
  method: 'POST',
  path: '/auth/links',
  summary: 'Makes a link that signs a browser in once, as the user who asks for it.',
  access: signedIn,
  responses: {
    201: Strict({
      link: Type.String({ description: 'Open it in a browser' }),
      expires_in_seconds: Type.Integer(),
    }),
  },
  errors: ['forbidden'],
});

export const followLink = endpoint({
  id: 'followLink',
  method: 'GET',
  path: '/auth/link',
  summary: 'Turns a one-time link into a browser session and goes to the page, or to one approval on it.',
  access: open,
  query: Strict({
    ticket: Type.String({ minLength: 1, maxLength: 200 }),
    approval_id: Type.Optional(Uuid),
  }),
  responses: { 303: null },
  errors: ['link_spent'],
});

export const signOut = endpoint({
  id: 'signOut',
  method: 'POST',
  path: '/auth/sign-out',
  summary: 'Ends the browser session.',
  access: signedIn,
  responses: { 204: null },
  errors: [],
});
