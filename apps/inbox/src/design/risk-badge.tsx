import type { RiskLevel } from '@countersign/contract';
import { useTexts } from '../texts/use-texts.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const looks: Readonly<Record<RiskLevel, { readonly icon: IconName; readonly text: string; readonly ground: string }>> =
  {
    LOW: { icon: 'low', text: 'text-low', ground: 'bg-low-wash' },
    MEDIUM: { icon: 'medium', text: 'text-medium', ground: 'bg-medium-wash' },
    HIGH: { icon: 'high', text: 'text-high', ground: 'bg-high-wash' },
  };

/** Risk is said three times: by a word, by the shape of the sign, and by a colour. */
export function RiskBadge({ level, isSmall = false }: { readonly level: RiskLevel; readonly isSmall?: boolean }) {
  const { design } = useTexts();
  const { icon, text, ground } = looks[level];
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 rounded-sm font-semibold',
        isSmall ? 'px-1 text-tiny' : 'px-1.5 py-0.5 text-small',
        text,
        ground,
      )}
    >
      <Icon name={icon} className={isSmall ? 'size-3' : 'size-4'} />
      {design.risk[level]}
    </span>
  );
}
