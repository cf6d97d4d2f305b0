import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

/** T4: the ripgrep that was installed with us, for this machine; null where there is none. */
export function ripgrepPath(): string | null {
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  try {
    // The package ships each machine's program as a package of its own, which it depends on: it is found from there.
    const ours = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    const path = createRequire(ours).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${program}`);
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
