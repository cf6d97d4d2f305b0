import { AccessFile } from './access-file.ts';

/** The access file as JSON Schema, for editors. */
export function accessSchema(): Readonly<Record<string, unknown>> {
  const { version, ...lists } = AccessFile.properties;
  // A key with nothing but comments below it is an empty list.
  const openLists = Object.entries(lists).map(([key, list]) => [key, { ...list, type: ['array', 'null'] }]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Access file of Countersign',
    ...AccessFile,
    properties: { version, ...Object.fromEntries(openLists) },
  };
}
