import type { SettingView } from '@countersign/contract';
import type { settings } from '../../texts/en/settings.ts';

export type SettingGroup = keyof (typeof settings)['groups'];

/** Where a setting belongs, by its name or how that begins. The first that fits is taken; what is new is `other`. */
const places: readonly (readonly [SettingGroup, RegExp])[] = [
  ['server', /^(host|port|database|data_dir|policy|access|role|sealing_key|shutdown_grace_seconds)$/],
  ['access', /^(public_url|allowed_)/],
  ['deadlines', /^(approval_|claim_|lease_|preview_)/],
  ['tools', /^(tool_|local_tools)/],
  ['models', /^(models?|openai|anthropic|compatible)(_|$)/],
  ['runs', /^(control_|worker_)/],
  ['telegram', /^telegram_/],
  ['observing', /^(log_level|metrics|otlp_)/],
  ['commands', /^(server|project|token)$/],
];

export type SettingSource = keyof (typeof settings)['source'];

/** The server names the variable, the flag or the line of the file too. */
export function sourceOf({ source }: SettingView): SettingSource {
  const kind = (['default', 'environment', 'flag'] as const).find((each) => source.startsWith(each));
  return kind ?? 'file';
}

/** Settings that have every word somewhere, by group, in the order of the groups. */
export function groupSettings(
  settings: readonly SettingView[],
  { text, isOnlyChanged }: { readonly text: string; readonly isOnlyChanged: boolean },
): readonly (readonly [SettingGroup, readonly SettingView[]])[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = settings.filter((setting) => {
    if (isOnlyChanged && setting.source === 'default') return false;
    const { name, value, description, flag, environment } = setting;
    const all = [name, value, description, flag, environment].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const groups = Map.groupBy(shown, ({ name }) => groupOf(name));
  const order = [...places.map(([group]) => group), 'other' as const];
  return order.flatMap((group) => {
    const found = groups.get(group);
    return found ? [[group, found] as const] : [];
  });
}

function groupOf(name: string): SettingGroup {
  return places.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}
