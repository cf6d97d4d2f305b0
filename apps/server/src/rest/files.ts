import { CountersignError, type FileId, type ProjectId } from '@countersign/contract';
import { route } from '../http/route.ts';

export const fileRoutes = [
  route('getFile', async ({ plane, upstream }, { params, principal }) => {
    const file = await plane.store.findFile(params.project_id as ProjectId, params.file_id as FileId);
    const call = file && (await plane.store.findCall(file.projectId, file.callId));
    const isOwn = call && (principal.kind === 'user' || call.request.agentId === principal.id);
    const body = file && isOwn ? await upstream.files.read(file.id) : null;
    if (!file || !body) throw new CountersignError('not_found', 'There is no such file here.');
    return {
      status: 200,
      body,
      headers: {
        // Whatever the service called it: a browser shall store it, not show it.
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${file.id}"`,
        'content-length': String(file.bytes),
        'content-security-policy': "default-src 'none'; sandbox",
      },
    };
  }),
];
