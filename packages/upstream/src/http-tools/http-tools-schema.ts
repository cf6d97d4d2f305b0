import { HttpToolsFile } from './http-tools-file.ts';

/** A file of hand-written tools as JSON Schema, for editors. */
export function httpToolsSchema(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'HTTP tools of Countersign',
    ...HttpToolsFile,
  };
}
