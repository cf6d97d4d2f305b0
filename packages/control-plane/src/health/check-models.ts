import type { ModelsView } from '@countersign/contract';
import { fine, type HealthFinding, notice, trouble } from './health-finding.ts';
import { counted, named } from './say.ts';

/** Where nothing but the demo is configured, runs follow a script. */
export function checkModels(models: ModelsView['models']): HealthFinding {
  const broken = models.filter(({ problem }) => problem !== null);
  const standard = broken.find(({ is_default }) => is_default);
  if (standard) return trouble(`${standard.name}, the one that runs use, cannot be used: ${standard.problem}`);
  if (broken.length > 0)
    return notice(`${named(broken.map(({ name }) => name))} cannot be used: ${broken[0]!.problem}`);
  if (models.every(({ name }) => name === 'demo'))
    return notice(
      'Only the demo is configured, which follows a script. Set COUNTERSIGN_MODELS and a key for a real one.',
    );
  return fine(
    `${counted(models.length, 'model')} configured; runs use ${models.find(({ is_default }) => is_default)?.name}.`,
  );
}
