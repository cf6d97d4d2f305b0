import { readFileSync } from 'node:fs';

/** The page where people decide: one file, served as it is. It talks to the public API like any other client. */
export const inboxPage: string = readFileSync(new URL('./inbox.html', import.meta.url), 'utf8');
