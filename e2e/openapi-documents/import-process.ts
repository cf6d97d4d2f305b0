import { readFileSync } from 'node:fs';
import { ImportRefused, importOpenApi } from '@countersign/upstream';
import { checkTool } from './check-tool.ts';
import { countOperations } from './count-operations.ts';
import type { DocumentFile } from './documents.ts';

/** What is found out about one document. */
export type Finding = {
  readonly name: string;
  readonly bytes: number;
  readonly operations: number;
  readonly tools: number;
  readonly leftOut: Readonly<Record<string, number>>;
  readonly warnings: number;
  readonly importMs: number;
  /** Since the process began. */
  readonly peakMemoryMb: number;
  /** Tools whose schema does not compile, or of which no request can be made. */
  readonly broken: readonly string[];
  /** The document as a whole was refused. */
  readonly refused: string | null;
};

/** A process that imports one document after the other, as it is told. */
process.on('message', (document: DocumentFile) => {
  void examine(document).then((finding) => process.send!(finding));
});

async function examine({ name, path }: DocumentFile): Promise<Finding> {
  const text = readFileSync(path, 'utf8');
  const started = performance.now();
  const facts = { name, bytes: Buffer.byteLength(text), operations: countOperations(JSON.parse(text)) };
  try {
    const inventory = await importOpenApi(text, {
      name: 'x',
      kind: 'openapi',
      url: 'https://documents.example/openapi.json',
    });
    const importMs = Math.round(performance.now() - started);
    const leftOut: Record<string, number> = {};
    for (const { reason } of inventory.leftOut) leftOut[general(reason)] = (leftOut[general(reason)] ?? 0) + 1;
    const broken: string[] = [];
    const compiled = new Set<string>();
    for (const [index, tool] of inventory.tools.entries()) {
      if (index % 100 === 0) process.send!('busy');
      const problem = checkTool(tool, compiled);
      if (problem !== null) broken.push(problem);
    }
    return {
      ...facts,
      tools: inventory.tools.length,
      leftOut,
      warnings: inventory.warnings.length,
      importMs,
      peakMemoryMb: memory(),
      broken,
      refused: null,
    };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    const importMs = Math.round(performance.now() - started);
    return {
      ...facts,
      tools: 0,
      leftOut: {},
      warnings: 0,
      importMs,
      peakMemoryMb: memory(),
      broken: [],
      refused: error.message,
    };
  }
}

/** A reason without what is different each time. */
function general(reason: string): string {
  return reason.replaceAll(/#\/\S+|https?:\/\/\S+|\d+/g, '…').slice(0, 150);
}

function memory(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
