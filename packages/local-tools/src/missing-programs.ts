import { accessSync, constants } from 'node:fs';
import { ripgrepPath } from './ripgrep-path.ts';
import { bashPath } from './run-command.ts';

/** Said at the start by whoever runs the tools: what does not work here, and what to do. `find` and the others need no program. */
export function missingPrograms(at = { ripgrep: ripgrepPath(), bash: bashPath }): string[] {
  return [
    ...(at.ripgrep === null ? ['ripgrep is missing, so grep fails. Install the dependencies again: npm ci.'] : []),
    ...(isProgram(at.bash) ? [] : [`${at.bash} is missing, so bash fails. Install bash.`]),
  ];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
