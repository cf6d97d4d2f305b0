import { makeVisible } from '@countersign/policy/make-visible';
import { Cell, Row, Table, Tag } from '../../design/page.tsx';
import { type ArgumentRow, argumentRows } from './argument-rows.ts';
import { useToolsTexts } from './use-tools-texts.ts';

/** What a tool takes, as a table. */
export function ArgumentsTable({ schema }: { readonly schema: unknown }) {
  const texts = useToolsTexts();
  const rows = argumentRows(schema);
  const { argument } = texts;
  if (rows.length === 0) return <p className="px-4 py-4 text-soft">{texts.noArguments}</p>;
  return (
    <Table
      label={texts.arguments}
      columns={[{ title: argument.name }, { title: argument.type }, { title: argument.text }]}
    >
      {rows.map((row) => (
        <Row key={row.path}>
          <Cell className="md:w-1/4">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="exact text-small font-medium">{makeVisible(row.path)}</span>
              {row.isRequired ? <Tag>{texts.required}</Tag> : null}
            </span>
          </Cell>
          <Cell name={argument.type} className="md:w-1/5">
            <TypeName row={row} />
          </Cell>
          <Cell name={argument.text}>
            <Meaning row={row} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function TypeName({ row: { types, itemTypes } }: { readonly row: ArgumentRow }) {
  const texts = useToolsTexts();
  const items = itemTypes.length === 0 ? texts.anything : itemTypes.join(' | ');
  const names = types.map((type) => (type === 'array' ? texts.listOf(items) : type));
  return <span className="exact text-small">{makeVisible(names.join(' | ') || texts.anything)}</span>;
}

function Meaning({ row }: { readonly row: ArgumentRow }) {
  const texts = useToolsTexts();
  const bounds: readonly (readonly [string, string | null])[] = [
    [texts.preset, row.preset],
    [texts.oneOf, row.oneOf.length === 0 ? null : row.oneOf.join(', ')],
    [texts.atLeast, row.min === null ? null : String(row.min)],
    [texts.atMost, row.max === null ? null : String(row.max)],
    [texts.pattern, row.pattern],
  ];
  const said = bounds.filter((bound): bound is readonly [string, string] => bound[1] !== null);
  return (
    <>
      {row.description === '' ? null : <span className="exact block font-sans">{makeVisible(row.description)}</span>}
      {said.length === 0 ? null : (
        <span className="flex flex-wrap gap-x-4 text-small">
          {said.map(([name, value]) => (
            <span key={name} className="min-w-0">
              <span className="text-soft">{name}</span> <span className="exact">{makeVisible(value)}</span>
            </span>
          ))}
        </span>
      )}
      {row.description === '' && said.length === 0 ? <span className="text-soft">–</span> : null}
    </>
  );
}
