import type { UpstreamToolView } from '@countersign/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useToast } from '../../design/toast.tsx';
import { useForgetTools } from './tool-queries.ts';
import { useToolsTexts } from './use-tools-texts.ts';

/** Switching off is done at once; switching on opens a way again, so it is asked first. */
export function ToolSwitch({ tool }: { readonly tool: UpstreamToolView }) {
  const texts = useToolsTexts();
  const { api } = useSession();
  const say = useToast();
  const forgetTools = useForgetTools();
  const [isAsked, setIsAsked] = useState(false);
  const change = useMutation({
    mutationFn: (isEnabled: boolean) =>
      api.call('changeTool', { params: { tool_id: tool.tool_id }, body: { is_enabled: isEnabled } }),
    onSuccess: async ({ is_enabled: isEnabled, name }) => {
      await forgetTools();
      setIsAsked(false);
      say(isEnabled ? texts.switchedOn(name) : texts.switchedOff(name));
    },
    onError: ({ message }) => say(message, 'problem'),
  });
  if (tool.is_enabled)
    return (
      <Button icon="stop" disabled={change.isPending} onClick={() => change.mutate(false)}>
        {texts.switchOff}
      </Button>
    );
  return (
    <>
      <Button icon="play" onClick={() => setIsAsked(true)}>
        {texts.switchOn}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={texts.switchOnTitle(tool.name)}
          confirm={texts.switchOn}
          look="primary"
          isBusy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(true)}
          onClose={() => setIsAsked(false)}
        >
          <p>{texts.switchOnText}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
