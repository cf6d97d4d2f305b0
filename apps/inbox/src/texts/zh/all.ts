import type { Texts } from '../texts.ts';
import { approval } from './approval.ts';
import { batch } from './batch.ts';
import { design } from './design.ts';
import { edit } from './edit.ts';
import { firstRun } from './first-run.ts';
import { help } from './help.ts';
import { inbox } from './inbox.ts';
import { shell } from './shell.ts';

export const chinese: Texts = { approval, batch, design, edit, firstRun, help, inbox, shell };
