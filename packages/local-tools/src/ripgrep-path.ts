import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** T4: the ripgrep that was installed with us, for this machine; null where there is none. */
export function ripgrepPath(): string | null {
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  try {
    // The package ships each machine's program as a package of its own, which it depends on: it is found from there.
    const path = createRequire(require.resolve('@vscode/ripgrep')).resolve(
      `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${program}`,
    );
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
