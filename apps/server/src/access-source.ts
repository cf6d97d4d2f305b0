import { join } from 'node:path';
import { accessFileName, type Config } from '@countersign/config';
import type { Access, ControlPlane, RulesFilePort } from '@countersign/control-plane';
import { type AccessRules, openAccess, parseAccess } from '@countersign/policy';
import type { Logger } from 'pino';
import { RulesFile } from './rules-file.ts';

/** U10: who may use which tools, as the access file says now. */
export class AccessSource implements Access {
  readonly #file: RulesFile<AccessRules>;

  private constructor(config: Pick<Config, 'accessFile' | 'dataDir'>) {
    this.#file = new RulesFile(config.accessFile ?? join(config.dataDir, accessFileName), {
      noun: 'access',
      none: openAccess,
      load: parseAccess,
      countsOf: ({ counts }) => counts,
    });
  }

  static open(config: Pick<Config, 'accessFile' | 'dataDir'>): AccessSource {
    const source = new AccessSource(config);
    if (config.accessFile !== null)
      source.#file.open('Mend it (countersign access check FILE tells more), or set COUNTERSIGN_ACCESS to another.');
    return source;
  }

  mayUse: Access['mayUse'] = (claims, tool) => this.#file.rules.mayUse(claims, tool);

  explain: Access['explain'] = (claims, tools) => this.#file.rules.explain(claims, tools);

  /** Another object once the file has changed. */
  get rules(): AccessRules {
    return this.#file.rules;
  }

  start(plane: ControlPlane, log: Logger): void {
    this.#file.start(plane, log);
  }

  /** For whoever made something from the rules: lists of tools, keys of issuers. */
  onChange(listener: (rules: AccessRules) => void): void {
    this.#file.onChange(listener);
  }

  get health(): RulesFilePort {
    return this.#file.health;
  }

  look(): Promise<void> {
    return this.#file.look();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
