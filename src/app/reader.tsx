/** The exact text that the policy reads at this moment, in named blocks; the cells of the board in it are those of the picture. */
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { TrialView } from '../trial/fold.ts';
import type { WorldId } from '../worlds/index.ts';
import { blocksOf, boardOf, type Block } from './blocks.ts';
import { stepOf } from './board/cells.tsx';
import type { Cell } from './board/geometry.ts';
import { cellKey } from './linked.ts';
import { LinkedText } from './linkedText.tsx';
import { asked, live } from './log.ts';
import { lastPlace, same } from './navigate.ts';
import type { Moment } from './playback/moments.ts';
import { useStrings } from './preferences.ts';
import { readAt, readLast, type Reading } from './reading.ts';
import { useSource } from './source.ts';

interface ReaderProps {
  readonly view: TrialView;
  readonly at: Moment;
}

export const Reader = memo(function Reader({ view, at }: ReaderProps) {
  const strings = useStrings();
  const growing = useSource(live);
  const asking = useSource(asked);
  const request = growing ? asking : null;
  const box = useRef<HTMLDivElement>(null);
  const episode = view.episodes[at.episode];
  const recorded = readAt(episode, at.turn);
  const waiting: Reading | null = request && same(at, lastPlace(view)) ? { messages: request.messages, tokens: request.prompt.length, left: false } : null;
  const reading = recorded ?? waiting ?? readLast(episode);
  const blocks = reading ? blocksOf(reading.messages) : [];
  // After the last turn of an episode nobody reads the board any more, unless for a note; nor where a trial was stopped.
  const last = waiting === null && at.turn === episode.turns.length && episode.reflection === null;
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  // The newest is what counts; it stands at the end, from where the style sheet counts. Only who has scrolled away is taken back.
  const away = useRef(false);
  useEffect(() => {
    if (box.current && away.current) box.current.scrollTop = 0;
  }, [at.episode, at.turn, length]);

  return (
    <section className="reader" aria-labelledby="reader-title" data-beat={at.beat ?? undefined}>
      <div className="reader-head">
        <h3 id="reader-title">{strings.reader.title}</h3>
        {reading && <span className="reader-size">{reading.tokens > 0 ? strings.stage.tokens(reading.tokens) : strings.stage.characters(length)}</span>}
      </div>
      {reading?.left && <p className="help">{strings.reader.left}</p>}
      {reading ? (
        <div
          ref={box}
          className="reader-text"
          tabIndex={0}
          role="group"
          aria-label={strings.reader.title}
          onScroll={(event) => {
            away.current = event.currentTarget.scrollTop !== 0;
          }}
        >
          <div>
            {blocks.map((block, index) => (
              <BlockView key={index} block={block} last={last} named={index === 0 || blocks[index - 1].name !== block.name} world={view.start.task.world} />
            ))}
          </div>
        </div>
      ) : (
        <p className="help">{strings.reader.nothing}</p>
      )}
    </section>
  );
});

interface BlockViewProps {
  readonly block: Block;
  readonly named: boolean;
  /** the current board is the last one that was read, and play went on after it */
  readonly last: boolean;
  readonly world: WorldId;
}

/** Most of what was read before stays as it was. */
const BlockView = memo(function BlockView({ block, named, last, world }: BlockViewProps) {
  const strings = useStrings();
  const name = block.name !== 'board' ? strings.reader.blocks[block.name] : !block.current ? strings.reader.earlier : last ? strings.reader.last : strings.reader.blocks.board;
  return (
    <div className="block" data-name={block.name} data-current={block.current ? '' : undefined}>
      {(named || block.role) && (
        <span className="eyebrow">
          {named && <span>{name}</span>}
          {block.role && <span className="role">{block.role}</span>}
        </span>
      )}
      {block.current ? (
        <TextBoard text={block.text} />
      ) : (
        <pre>{block.name === 'board' ? block.text : <LinkedText text={block.text} world={world} />}</pre>
      )}
    </div>
  );
}, sameBlock);

function sameBlock(a: BlockViewProps, b: BlockViewProps): boolean {
  return (
    a.named === b.named && a.last === b.last && a.world === b.world && a.block.name === b.block.name && a.block.current === b.block.current && a.block.role === b.block.role && a.block.text === b.block.text
  );
}

/** The board as the policy reads it: a grid of symbols with one tab stop. */
function TextBoard({ text }: { readonly text: string }) {
  const strings = useStrings();
  const lines = boardOf(text);
  const [stop, setStop] = useState<Cell>({ row: 0, column: 0 });
  const columns = Math.max(0, ...lines.map(({ symbols }) => symbols.length));
  const at = { row: Math.min(stop.row, lines.length - 1), column: Math.min(stop.column, columns - 1) };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = stepOf(event, at, lines.length, columns);
    if (!next) return;
    setStop(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${cellKey(next.row, next.column)}"]`)?.focus();
  };
  return (
    <div className="text-board" role="grid" aria-label={strings.reader.board} onKeyDown={onKeyDown}>
      {lines.map(({ label, symbols }, row) => (
        <div key={row} role="row">
          <span className="text-label" role="rowheader">
            {label}
          </span>
          {symbols.map(({ text: symbol, cell }, column) => (
            <span
              key={column}
              role="gridcell"
              className="sym"
              data-symbol={symbol}
              data-cell={cellKey(cell.row, cell.column)}
              tabIndex={row === at.row && column === at.column ? 0 : -1}
              onFocus={() => setStop(cell)}
            >
              {symbol}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
