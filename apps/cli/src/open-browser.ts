import { spawn } from 'node:child_process';
import { isLoopbackHost } from '@countersign/config';

const programs: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open' };

/** Opens a page of this machine. No shell, no other kind of address; a machine without a browser is no error. */
export function openBrowser(link: string, platform: NodeJS.Platform): boolean {
  const program = programs[platform];
  if (program === undefined || !isLocalPage(link)) return false;
  const child = spawn(program, [new URL(link).href], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}

export function isLocalPage(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, hostname, username, password } = new URL(link);
  return /^https?:$/.test(protocol) && isLoopbackHost(hostname) && username === '' && password === '';
}
