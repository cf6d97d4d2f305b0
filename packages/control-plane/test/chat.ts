import type { RunControlRequest } from '@countersign/contract';
import { aControl } from '@countersign/testing';
import { type ChatSetup, type PostMessageInput, postMessage, type User } from '../src/index.ts';
import type { Scene } from './plane.ts';

export const chatSetup: ChatSetup = {
  models: {
    names: ['demo', 'openai:gpt', 'broken'],
    default: 'demo',
    problemOf: (name) => (name === 'broken' ? 'Set openai_api_key.' : null),
  },
  control: aControl,
};

export function post(
  scene: Pick<Scene, 'plane' | 'projectId' | 'ada'>,
  given: Partial<PostMessageInput> & { readonly control?: RunControlRequest } = {},
  by: User = scene.ada,
) {
  const plain: PostMessageInput = {
    text: 'Tidy up.',
    sessionId: null,
    runId: null,
    title: null,
    machine: null,
    model: null,
    control: null,
    idempotencyKey: null,
  };
  return postMessage(scene.plane, chatSetup, by, scene.projectId, { ...plain, ...given });
}
