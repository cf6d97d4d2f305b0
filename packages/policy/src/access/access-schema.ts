import { AccessFile } from './access-file.ts';

/** The access file as JSON Schema, for editors. */
export function accessSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Access file of Countersign',
    ...AccessFile,
  };
}
