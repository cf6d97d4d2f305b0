import type { SourceView } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { navigate } from '../../app/router.tsx';
import { useSession } from '../../app/session.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useToast } from '../../design/toast.tsx';
import { useForgetTools } from '../tools/tool-queries.ts';
import { useSourcesTexts } from './use-sources-texts.ts';

export function RemoveSourceDialog({ source, onClose }: { readonly source: SourceView; readonly onClose: () => void }) {
  const texts = useSourcesTexts();
  const { api } = useSession();
  const say = useToast();
  const forgetTools = useForgetTools();
  const remove = useMutation({
    mutationFn: () => api.call('removeSource', { params: { source: source.name } }),
    onSuccess: () => {
      // Away from its page first: what is asked for again there would not be found.
      navigate('/tools/sources');
      say(texts.removed(source.name));
      void forgetTools();
    },
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle(source.name)}
      confirm={texts.removeConfirm}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{texts.removeText(source.tool_count)}</p>
    </ConfirmDialog>
  );
}
