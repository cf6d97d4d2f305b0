import type { DisplaySection, JsonObject } from '@countersign/contract';
import { displayCall } from '@countersign/policy';
import type { ControlPlane } from '../control-plane.ts';
import type { ApprovalWithCall } from '../ports/records.ts';

/** Tools whose arguments hold a whole file, most of which may be as it was. */
const wholeFileTools: ReadonlySet<string> = new Set(['write', 'write_file']);

/**
 * How many characters somebody has to read at least who wants to know what the call would do: its arguments. Of a file
 * that is written these are the lines that change. Files that a command runs are shown too, but may be known already.
 */
export function shownLength({ redactor }: ControlPlane, { call, preview }: ApprovalWithCall): number {
  const { toolName, params } = call.request;
  const known = {
    mask: (text: string) => redactor.text(text),
    judged: null,
    files: wholeFileTools.has(toolName) ? preview : [],
  };
  const { sections } = displayCall({ toolName, params: JSON.parse(params) as JsonObject }, known);
  return sections.flatMap(textsOf).reduce((sum, text) => sum + text.length, 0);
}

function textsOf(section: DisplaySection): string[] {
  switch (section.kind) {
    case 'argv':
      return section.words;
    case 'script':
      return section.lines.flatMap(({ segments }) => segments.map(({ text }) => text));
    case 'diff':
      return section.lines.filter(({ kind }) => kind === 'add' || kind === 'remove').map(({ text }) => text);
    case 'fields':
      return section.fields.flatMap(({ label, text }) => [label, text]);
  }
}
