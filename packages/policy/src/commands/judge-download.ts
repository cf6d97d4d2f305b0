import { shortText } from '../display/short-text.ts';
import type { CommandRecord } from './command-record.ts';

/** Uploads, other protocols, options from files and local sockets: ways out that no approval text shows well. */
export function judgeDownload(record: CommandRecord, args: readonly string[]): void {
  const name = record.name;
  record.find('high', 'HIGH', `${name} talks to the network.`);
  for (const arg of args) {
    const address = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(arg)?.[0];
    if (address !== undefined) record.effect('network', address);
    if (address !== undefined && !/^https?:/i.test(address))
      record.find('denied', 'DENY', `${name} may only use http and https, not "${shortText(address)}".`);
    record.guess(arg);
  }
  const upload = args.find((arg, index) =>
    name === 'curl' ? isCurlUpload(arg, args[index - 1]) : /^--(?:post-file|body-file)/.test(arg),
  );
  if (upload !== undefined) record.find('denied', 'DENY', `${name} ${shortText(upload)} sends a file away.`);
  const hidden = args.find((arg) =>
    name === 'curl'
      ? /^(?:-[A-Za-z]*K|--config|--unix-socket|--abstract-unix-socket|--netrc|-n$|--engine|--libcurl)/.test(arg)
      : /^--(?:use-askpass|config|execute|input-file|load-cookies)|^-[A-Za-z]*[ei]$/.test(arg),
  );
  if (hidden !== undefined) record.find('denied', 'DENY', `${name} ${shortText(hidden)} hides what will be done.`);
  if (![...record.effects.values()].some((effect) => effect.kind === 'network')) record.effect('network', name);
}

function isCurlUpload(arg: string, before: string | undefined): boolean {
  const isData = (flag: string | undefined): boolean =>
    /^(?:-[A-Za-z]*[dFTH]|--data(?:-binary|-raw|-urlencode|-ascii)?|--form|--upload-file|--json|--header)$/.test(
      flag ?? '',
    );
  if (/^(?:-T|--upload-file)/.test(arg)) return true;
  if (!arg.includes('@') && !arg.startsWith('<') && !arg.includes('=<')) return false;
  if (
    /^(?:-[A-Za-z]*[dFH]|--data[a-z-]*=?|--form=?|--json=?|--header=?)[^@]*@/.test(arg) &&
    !/^-[A-Za-z]*H[^@]*:/.test(arg)
  )
    return true;
  return isData(before) && /^(?:@|<|[^=@]*=[@<])/.test(arg);
}
