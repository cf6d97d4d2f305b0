import { isAlias, parseDocument, visit } from 'yaml';
import { ImportRefused } from './import-refused.ts';
import { importLimits } from './limits.ts';

/** JSON or YAML as plain data. Nothing but the text is looked at, and a text that would unfold into more is refused. */
export function readDocument(text: string): unknown {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (body.length > importLimits.jsonLengthMax) throw tooLong(body.length, importLimits.jsonLengthMax);
  if (/^\s*[{[]/.test(body)) {
    try {
      return JSON.parse(body) as unknown;
    } catch (error) {
      // YAML may begin with a bracket too.
      if (body.length > importLimits.yamlLengthMax) throw unreadable('JSON', error);
    }
  }
  if (body.length > importLimits.yamlLengthMax) throw tooLong(body.length, importLimits.yamlLengthMax);
  return readYaml(body);
}

function readYaml(text: string): unknown {
  try {
    const document = parseDocument(text, {
      schema: 'core',
      version: '1.2',
      uniqueKeys: false,
      prettyErrors: true,
      logLevel: 'error',
    });
    const [problem] = document.errors;
    if (problem !== undefined) throw problem;
    let aliases = 0;
    visit(document, {
      Node(_, node) {
        if (isAlias(node)) aliases += 1;
      },
    });
    if (aliases > importLimits.yamlAliasesMax) {
      const { yamlAliasesMax } = importLimits;
      throw new Error(`it uses ${aliases} aliases, ${yamlAliasesMax} are allowed: write it without them`);
    }
    return document.toJS({ maxAliasCount: importLimits.yamlAliasesMax }) as unknown;
  } catch (error) {
    throw unreadable('YAML', error);
  }
}

function unreadable(format: string, error: unknown): ImportRefused {
  const [line] = (error as Error).message.split('\n');
  return new ImportRefused([`The document is neither JSON nor YAML that can be read. As ${format}: ${line}`], error);
}

function tooLong(length: number, max: number): ImportRefused {
  return new ImportRefused([
    `The document has ${length} characters, ${max} are allowed: take out what is not needed, or split it.`,
  ]);
}
