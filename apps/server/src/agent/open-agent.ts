import {
  advanceRun,
  type LoopPorts,
  type LoopSettings,
  ProviderBreakers,
  RunNudges,
  WarmRuns,
} from '@countersign/agent';
import type { ProcessId } from '@countersign/contract';
import { type ControlPlane, runJournal, type ServerWorker, toolGateway } from '@countersign/control-plane';
import type { ServerTelemetry } from '../telemetry/server-telemetry.ts';
import type { ConfiguredModels } from './configured-models.ts';
import { agentLimits } from './limits.ts';
import { RunWorker } from './run-worker.ts';

type Parts = {
  readonly plane: ControlPlane;
  readonly processId: ProcessId;
  readonly models: ConfiguredModels;
  /** Runs calls of the server's own that runs ask for. */
  readonly worker: Pick<ServerWorker, 'isReady' | 'run'>;
  readonly telemetry: Pick<ServerTelemetry, 'counted'>;
  readonly runsMax: number;
  readonly onError: (error: unknown) => void;
};

/** W2: puts the loop together with the store, the gate and the models, and has runs worked on in this process. */
export function openAgent({ plane, processId, models, worker, telemetry, runsMax, onError }: Parts): RunWorker {
  const ports: LoopPorts = {
    journal: telemetry.counted(runJournal(plane, processId)),
    tools: toolGateway(plane, worker),
    models,
    clock: plane.clock,
  };
  const settings: LoopSettings = {
    lingerMs: agentLimits.lingerMs,
    outputFlushMs: agentLimits.outputFlushMs,
    warm: new WarmRuns(),
    nudges: new RunNudges(),
    breakers: new ProviderBreakers(),
  };
  return new RunWorker({
    plane,
    processId,
    runsMax,
    advance: (runId, signal) => advanceRun(ports, settings, runId, signal),
    nudge: (runId) => settings.nudges.nudge(runId),
    onError,
  });
}
