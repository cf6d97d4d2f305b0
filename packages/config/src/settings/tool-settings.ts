import { Type } from 'typebox';
import { file, Path, Seconds, setting } from './setting.ts';

/** Above these a result would not fit into a request, and no tool runs longer than it allows itself. */
const toolSecondsMax = 300;
const outputLinesMax = 1_000_000;
const outputBytesMax = 512 * 1024;

/** T3: where local tools work, for how long, and how much they give back. */
export const toolSettings = {
  tool_allowed_roots: setting(
    'tool_allowed_roots',
    Type.Array(Path, { minItems: 1, maxItems: 100 }),
    null,
    'Folders in which local tools may work; the current one where none is named',
    {
      allowed: 'at least one folder, each an absolute path or one that starts with ~/',
      commonEnv: 'AUTONOUS_TOOL_ALLOWED_ROOTS',
      refusesEmpty: true,
    },
  ),
  tool_path: setting(
    'tool_path',
    Type.Array(Path, { maxItems: 20 }),
    [],
    "Folders of programs that commands find besides the system's, such as that of a version manager",
    { allowed: `each ${file}` },
  ),
  local_tools: setting(
    'local_tools',
    Type.Enum(['runner', 'server']),
    'runner',
    'Who runs local tools: runners on their machines, or the server itself under tool_allowed_roots',
  ),
  tool_timeout_seconds: setting(
    'tool_timeout_seconds',
    Seconds(1, toolSecondsMax),
    30,
    'How long a local tool may take where the call itself does not say it',
    { commonEnv: 'AUTONOUS_TOOL_TIMEOUT_SECONDS' },
  ),
  tool_max_output_lines: setting(
    'tool_max_output_lines',
    Type.Integer({ minimum: 1, maximum: outputLinesMax }),
    2000,
    'Lines of one page of output; the rest is cut or on the next page',
    { commonEnv: 'AUTONOUS_TOOL_MAX_OUTPUT_LINES' },
  ),
  tool_max_output_bytes: setting(
    'tool_max_output_bytes',
    Type.Integer({ minimum: 1024, maximum: outputBytesMax }),
    51_200,
    'Bytes of one page of output; the rest is cut or on the next page',
    { commonEnv: 'AUTONOUS_TOOL_MAX_OUTPUT_BYTES' },
  ),
  tool_bash_denylist: setting(
    'tool_bash_denylist',
    Type.Array(Type.String({ pattern: '^[\\w.][\\w.+-]*( +[!-~]+)*$', maxLength: 200 }), { maxItems: 200 }),
    [],
    'Commands that are never run, by their first words: `shutdown`, `git push`',
    {
      allowed: 'the first words of commands, each such as `shutdown` or `git push`',
      commonEnv: 'AUTONOUS_TOOL_BASH_DENYLIST',
    },
  ),
} as const;
