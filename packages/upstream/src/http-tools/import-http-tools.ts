import type { SourceSettings } from '@countersign/contract';
import { byPlace, checkShape, type Issue, type Problem, readYaml } from '@countersign/policy';
import { ImportRefused } from '../inventory/import-refused.ts';
import { createInventory, type ImportedTool, type Inventory } from '../inventory/inventory.ts';
import { nameTools } from '../inventory/name-tools.ts';
import { riskTable } from '../inventory/risk-of-tool.ts';
import { HttpToolsFile } from './http-tools-file.ts';
import { toolOfFile } from './tool-of-file.ts';

/** U1: tools that somebody wrote by hand, in YAML or JSON. The file is right as a whole, or refused with every line that is not. */
export function importHttpTools(text: string, settings: SourceSettings): Inventory {
  const yaml = readYaml(text, 'a tools file');
  if (!yaml.ok) throw refused(yaml.problems);
  const refuse = (issues: readonly Issue[]): ImportRefused => refused(issues.map(yaml.locate).sort(byPlace));
  const shape = checkShape(HttpToolsFile, yaml.value);
  if (shape.length > 0) throw refuse(shape);
  const file = yaml.value as HttpToolsFile;
  const issues: Issue[] = repeatedNames(file);
  const names = nameTools(
    settings.name,
    file.tools.map(({ name }) => ({ name, key: name })),
  );
  const context = { settings, baseUrl: settings.base_url ?? file.base_url, riskOf: riskTable(settings) };
  const tools: ImportedTool[] = [];
  for (const [index, tool] of file.tools.entries()) {
    const read = toolOfFile(tool, names[index]!, index, context);
    if ('tool' in read) tools.push(read.tool);
    else issues.push(...read.issues);
  }
  if (issues.length > 0) throw refuse(issues);
  return createInventory(tools, [], []);
}

function repeatedNames({ tools }: HttpToolsFile): Issue[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }, index): Issue[] => {
    const isNew = !seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    if (isNew) return [];
    return [
      {
        place: { path: ['tools', index, 'name'], at: 'value' },
        message: `another tool is called ${name} too: give one of them another name`,
      },
    ];
  });
}

const problemsMax = 50;

function refused(problems: readonly Problem[]): ImportRefused {
  return new ImportRefused(
    problems.slice(0, problemsMax).map(({ line, column, message }) => `${line}:${column}: ${message}`),
  );
}
