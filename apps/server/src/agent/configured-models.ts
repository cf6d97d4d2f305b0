import { readFileSync } from 'node:fs';
import { type LoopClock, type Model, type Models, parseScript, scriptedModel } from '@countersign/agent';
import { openModel } from '@countersign/agent/providers';
import type { Config } from '@countersign/config';
import type { ModelsView } from '@countersign/contract';
import type { RunModels } from '@countersign/control-plane';
import { demoScript } from './demo-script.ts';

const demo = 'demo';
const scripted = 'scripted:';

/** A model that is configured, or why it cannot be used. */
type Configured =
  | { readonly spec: string; readonly model: Model }
  | { readonly spec: string; readonly model: null; readonly problem: string };

/** W3: the models that are configured, by what they are called in the configuration. The first is the default. */
export class ConfiguredModels implements Models, RunModels {
  readonly #models: ReadonlyMap<string, Configured>;
  readonly #protocol: Config['models']['protocol'];
  readonly names: readonly string[];
  readonly default: string;

  private constructor(models: readonly Configured[], protocol: Config['models']['protocol']) {
    this.#models = new Map(models.map((each) => [each.spec, each]));
    this.#protocol = protocol;
    this.names = models.map(({ spec }) => spec);
    this.default = this.names[0] ?? demo;
  }

  /** A script that cannot be read is an error of whoever wrote it, and said at once. A key may still come. */
  static open(config: Config['models'], clock: LoopClock): ConfiguredModels {
    const models = config.specs.map((spec): Configured => {
      if (spec === demo) return { spec, model: scriptedModel(spec, parseScript(demoScript, demo), clock) };
      if (spec.startsWith(scripted)) return { spec, model: openScript(spec, clock) };
      try {
        return { spec, model: openModel(spec, config) };
      } catch (error) {
        return { spec, model: null, problem: error instanceof Error ? error.message : String(error) };
      }
    });
    return new ConfiguredModels(models, config.protocol);
  }

  find(name: string): Model | null {
    return this.#models.get(name)?.model ?? null;
  }

  problemOf(name: string): string | null {
    const configured = this.#models.get(name);
    return configured?.model === null ? configured.problem : null;
  }

  get view(): ModelsView {
    return {
      models: this.names.map((name) => ({
        name,
        provider: name === demo ? 'scripted' : name.slice(0, name.indexOf(':')),
        protocol: this.find(name)?.protocol ?? this.#protocol,
        is_default: name === this.default,
        problem: this.problemOf(name),
      })),
    };
  }
}

function openScript(spec: string, clock: LoopClock): Model {
  const path = spec.slice(scripted.length);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The script ${path} of a model cannot be read (${code}). Correct models, or put the file there.`);
  }
  return scriptedModel(spec, parseScript(text, path), clock);
}
