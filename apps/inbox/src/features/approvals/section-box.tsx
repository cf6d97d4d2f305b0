import type { ReactNode } from 'react';

/** A part of a call in a frame, with its name and what there is to know about it. */
export function SectionBox({
  title,
  notes = [],
  children,
}: {
  readonly title: string;
  readonly notes?: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-wash">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-1">
        <h3 className="exact text-small font-medium text-soft">{title}</h3>
        {notes.map((note) => (
          <p key={note} className="text-small text-soft">
            {note}
          </p>
        ))}
      </div>
      {children}
    </div>
  );
}
