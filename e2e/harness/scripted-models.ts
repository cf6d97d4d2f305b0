import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfig } from '@countersign/config';
import type { RunView } from '@countersign/contract';
import type { Stage } from './stage.ts';

type Answer = {
  readonly text?: string;
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly when?: string;
  readonly error?: {
    readonly class: string;
    readonly message?: string;
    readonly times?: number;
    readonly retry_after_ms?: number;
  };
  readonly delay_ms?: number;
  readonly pieces?: number;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
};

/** What a model says, turn by turn. */
export type ModelScript = { readonly answers: readonly Answer[]; readonly loop?: 'last' | 'repeat' };

/** Models for a stage that say what their scripts tell them to; the first is the default. `cleanUp` is called with what is to be done at the end. */
export function scriptedModels<Name extends string>(
  cleanUp: (act: () => void) => void,
  scripts: Readonly<Record<Name, ModelScript>>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-scripts-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  const modelOf = (name: Name): string => `scripted:${join(folder, `${name}.json`)}`;
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(script));
  const specs = [...(Object.keys(scripts) as Name[]).map(modelOf), 'demo'];
  return { models: { ...defaultConfig().models, specs }, modelOf };
}

/** Waits for a run of the stage to end; its clock stands still meanwhile. */
export function ended(stage: Stage, { run_id }: Pick<RunView, 'run_id'>): Promise<RunView> {
  return stage.owner.waitUntilEnded(stage.projectId, run_id);
}
