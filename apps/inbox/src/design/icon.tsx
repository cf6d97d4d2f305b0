const paths = {
  inbox: 'M3 13h4l1.5 3h7L17 13h4M5 5h14l2 8v6H3v-6z',
  check: 'M5 12.5l4.5 4.5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  chevron: 'M7 10l5 5 5-5',
  back: 'M15 5l-7 7 7 7',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 2',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  keyboard: 'M3 7h18v10H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  low: 'M12 4l7 3v5c0 4-3 7-7 8-4-1-7-4-7-8V7zM9 12l2.2 2.2L15.2 10',
  medium: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5M12 16h.01',
  high: 'M12 3.5l9.500 16.500H2.500zM12 10v4.500M12 17.200h.01',
  reads: 'M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  writes: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  deletes: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  executes: 'M4 5h16v14H4zM7 9l3 3-3 3M12 15h4',
  network: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c-5 5-5 11 0 16M12 4c5 5 5 11 0 16',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  star: 'M12 4l2.4 5.2 5.6.7-4.2 3.8 1.1 5.6L12 16.5 7.1 19.3l1.1-5.6L4 9.9l5.6-.7z',
  play: 'M8 5l11 7-11 7z',
  agent: 'M5 9h14v10H5zM12 9V5M12 5h.01M9 13.5h.01M15 13.5h.01M9 16.5h6',
  machine: 'M4 5h16v10H4zM9 19h6M12 15v4',
  sessions: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  rules: 'M6 4h12v16H6zM9 8h6M9 12h6M9 16h3',
  figures: 'M4 20h16M7 20v-6M12 20V6M17 20v-9',
  tools: 'M14.5 5.5a4 4 0 0 0-5.200 5.200L4 16v4h4l5.300-5.300a4 4 0 0 0 5.200-5.200L16 12l-4-4z',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 19c0-3 2.700-5 6-5s6 2 6 5M16 6a3 3 0 0 1 0 5.600M17.500 14.300c2 .7 3.500 2.400 3.500 4.700',
  audit: 'M5 4h10l4 4v12H5zM15 4v4h4M8.500 14l2.500 2.500 4.500-4.500',
  health: 'M3 12h4l2.500-6 4 12 2.500-6h5',
  stop: 'M6.500 6.500h11v11h-11z',
  pause: 'M8.500 6v12M15.500 6v12',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  refresh: 'M19 12a7 7 0 1 1-2.100-5M17 3v4h-4',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1-1',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l8-8M16 7l3 3M14 9l2 2',
  pages: 'M4 7h16M4 12h16M4 17h16',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
} as const;

export type IconName = keyof typeof paths;

/** Decoration beside a word that says the same: screen readers pass over it. */
export function Icon({ name, className = 'size-4' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`} fill="none" stroke="currentColor">
      <path d={paths[name]} strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
