import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLSeq,
} from 'yaml';
import { ruleLimits } from './limits.ts';
import type { Issue, Place, Problem } from './problem.ts';

export type YamlFile =
  | { readonly ok: true; readonly value: unknown; readonly locate: (issue: Issue) => Problem }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** What the file is, for messages about it. */
type FileKind = 'a policy' | 'an access file' | 'a tools file' | 'a settings file';

/**
 * YAML as plain data: one document, each key once, no anchors, aliases or tags. A file that says who may do what has to
 * mean what it looks like, and one alias can unfold into more than a machine holds.
 */
export function readYaml(text: string, kind: FileKind): YamlFile {
  if (text.length > ruleLimits.fileLengthMax) {
    const message = `the file has ${text.length} characters, ${ruleLimits.fileLengthMax} are allowed: split rules that belong to different servers`;
    return { ok: false, problems: [{ line: 1, column: 1, message }] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', version: '1.2' });
  const at = (offset: number, message: string): Problem => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), message };
  };
  const broken = document.errors.map(({ pos, code, message }) => at(pos[0], explain(kind, code, message)));
  if (broken.length > 0) return { ok: false, problems: broken.slice(0, ruleLimits.problemsMax) };
  const clever = findClever(document, kind).map(({ offset, message }) => at(offset, message));
  if (clever.length > 0) return { ok: false, problems: clever.slice(0, ruleLimits.problemsMax) };
  return {
    ok: true,
    value: document.toJS(),
    locate: ({ place, message }) => at(offsetOf(document, place), message),
  };
}

/** Where a place stands; the nearest thing around it where it is not there at all. */
function offsetOf({ contents }: Document, { path, at }: Place): number {
  let node: unknown = contents;
  let offset = startOf(contents);
  for (const [index, step] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String((key as Scalar).value ?? '') === step)!;
      if (index === path.length - 1 && at === 'key') return startOf(pair.key as Node);
      node = pair.value;
    } else {
      node = (node as YAMLSeq).items[Number(step)];
    }
    // `{ key }` has a key and nothing behind it.
    if (!isNode(node)) break;
    offset = startOf(node);
  }
  return offset;
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

function findClever(document: Document, kind: FileKind): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Alias(_, node) {
      found.push({ offset: startOf(node), message: `aliases are not allowed in ${kind}: write the value again` });
    },
    Node(_, node) {
      const { anchor } = node as { anchor?: string };
      if (anchor !== undefined)
        found.push({ offset: startOf(node), message: `anchors are not allowed in ${kind}: take &${anchor} away` });
      if (node.tag !== undefined)
        found.push({
          offset: startOf(node),
          message: `tags are not allowed in ${kind}: take ${node.tag} away, and quote what is to be text`,
        });
    },
    Pair(_, { key }) {
      if (!isScalar(key))
        found.push({
          offset: startOf(key as Node | null),
          message: 'a key must be one word: lists and maps cannot be keys',
        });
    },
  });
  return found;
}

/** The parser's own words, without the place that stands in front of them anyway. */
function explain(kind: FileKind, code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'this key is there twice: keep one of them';
  if (code === 'MULTIPLE_DOCS') return `${kind} is one document: take the line --- away`;
  if (code === 'RESOURCE_EXHAUSTION') return `the file is nested too deeply: ${kind} needs six levels`;
  return `this is not valid YAML: ${message.split(/ at line \d+|\n/)[0]}`;
}
