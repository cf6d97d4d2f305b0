import type { Client } from '@countersign/client';
import { command } from '../command.ts';
import { resolveId } from '../connection/resolve-id.ts';
import { printable } from '../render/printable.ts';
import { ToldError } from '../told-error.ts';

type Told = { readonly isTold: true } | { readonly isTold: false; readonly why: string };

export const undo = command({
  summary: 'Put a file back as it was before a call changed it',
  details:
    'For `write` and `edit`, on the machine whose runner made the change, and for a week. A file that was changed again since then is\nleft alone. The server is told; where it cannot be reached, the file is put back all the same.',
  arguments: [['<call>', 'id of the call, or the beginning of it']],
  examples: [['undo 019a3c5e-7d', 'ids are in calls list']],
  async run({ config, print, style, terminal, isJson }, [given]) {
    const { createClient } = await import('@countersign/client');
    const { ToolFailure, UndoStore } = await import('@countersign/local-tools');
    const { keptPairings, undoFolderOf } = await import('@countersign/runner');
    const kept = keptPairings(config().config.dataDir).map(({ folder, pairing }) => ({
      pairing,
      store: UndoStore.open(undoFolderOf(folder)),
    }));
    const ids = kept.flatMap(({ store }) => store.calls());
    const id = await resolveId('call that can be undone here', given!, async () => ids);
    const found = kept.find(({ store }) => store.calls().includes(id));
    if (!found)
      throw new ToldError(
        `Nothing is kept of the call ${id} on this machine: it changed no file here, was undone already, or was too long ago.`,
        {
          next: 'Undo it on the machine whose runner made the change: `countersign calls show ID` says what the call was.',
        },
      );
    let undone: ReturnType<typeof found.store.undo>;
    try {
      undone = found.store.undo(id);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      throw new ToldError(error.message, {
        next: 'Look at the file, and put it right by hand if need be.',
        cause: error,
      });
    }
    const { path, sha256 } = undone;
    const { server, secret, projectId } = found.pairing;
    const told = await tell(createClient({ url: server, token: secret }), projectId, id, { path, sha256 });
    print({ call_id: id, path, sha256, server_told: told.isTold }, () =>
      sha256 === null
        ? `${style.good('Undone')}: ${printable(path)} is gone again; it was not there before the call.\n`
        : `${style.good('Undone')}: ${printable(path)} is as it was before the call.\n`,
    );
    if (!told.isTold && !isJson)
      terminal.warn(
        `${style.warning('!')} The server could not be told: ${printable(told.why)} Its record still shows the change.\n`,
      );
  },
});

async function tell(
  client: Client,
  projectId: string,
  callId: string,
  body: { readonly path: string; readonly sha256: string | null },
): Promise<Told> {
  try {
    await client.runner.undone(projectId, callId, body);
    return { isTold: true };
  } catch (error) {
    return { isTold: false, why: error instanceof Error ? error.message : String(error) };
  } finally {
    await client.close();
  }
}
