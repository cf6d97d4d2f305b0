import { noFiles, type Workspace } from '../paths/workspace.ts';

/** Where examples are judged when a file is loaded: no disk, so that they come out the same on every machine. */
export const exampleWorkspace: Workspace = { roots: ['/workspace'], home: '/home/user', files: noFiles };
