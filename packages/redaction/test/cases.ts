import { readFileSync } from 'node:fs';

export type SecretCase = {
  readonly id: string;
  readonly category: string;
  readonly text: string;
  readonly must_redact: readonly string[];
  readonly must_keep: readonly string[];
  readonly chunks?: readonly string[];
  readonly known_secrets?: readonly string[];
};

export const cases: readonly SecretCase[] = ['secrets.jsonl', 'own-cases.jsonl', 'field-cases.jsonl'].flatMap((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SecretCase),
);
