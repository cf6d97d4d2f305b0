import { PolicyFile } from './policy-file.ts';

/** The policy file as JSON Schema, for editors. */
export function policySchema(): Readonly<Record<string, unknown>> {
  const { rules, ...others } = PolicyFile.properties;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Policy of Countersign',
    ...PolicyFile,
    // `rules:` with nothing but comments below it is an empty list.
    properties: { ...others, rules: { ...rules, type: ['array', 'null'] } },
  };
}
