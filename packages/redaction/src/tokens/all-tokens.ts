import { cloudTokens } from './cloud-tokens.ts';
import { codeTokens } from './code-tokens.ts';
import { generalTokens } from './general-tokens.ts';
import { modelTokens } from './model-tokens.ts';
import { serviceTokens } from './service-tokens.ts';
import type { TokenShape } from './token-shape.ts';

export const allTokens: readonly TokenShape[] = [
  ...generalTokens,
  ...modelTokens,
  ...codeTokens,
  ...cloudTokens,
  ...serviceTokens,
];
