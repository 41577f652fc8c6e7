/** Both results on one task, side by side. */
import { rows } from '../../worlds/index.ts';
import type { TrialView } from '../../trial/fold.ts';
import { able } from '../able.ts';
import { Board } from '../board/board.tsx';
import { Icon } from '../icons.tsx';
import { open } from '../log.ts';
import { choiceInWords } from '../policies.ts';
import { useUnveiled } from '../playback/veil.ts';
import { useStrings } from '../preferences.ts';
import { outcomeInWords } from '../say.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { rank, turnsOf } from './results.ts';
import { comparedOn, results as known, type Result } from './versus.ts';

export function Versus({ view }: { readonly view: TrialView }) {
  const strings = useStrings();
  const kept = useSource(known);
  const results = useUnveiled(view).won === null ? null : comparedOn(kept, view);
  if (results === null) return null;
  const [own, ...others] = results;
  const best = [...results].sort((a, b) => rank(a.view, b.view))[0];
  const rival = others.at(-1) ?? others[0];
  const order = rank(own.view, rival.view);
  const text = strings.versus;
  return (
    <section className="versus" aria-labelledby="versus-title">
      <h3 id="versus-title">{text.title}</h3>
      <p className="versus-verdict">{order < 0 ? text.ahead(choiceInWords(rival.player, strings)) : order > 0 ? text.behind(choiceInWords(rival.player, strings)) : text.even(choiceInWords(rival.player, strings))}</p>
      <ul className="versus-list">
        {results.map((result) => (
          <Side key={result.player} result={result} best={result === best && rank(best.view, results[results[0] === best ? 1 : 0].view) < 0} shown={result.view.start === view.start} />
        ))}
      </ul>
    </section>
  );
}

function Side({ result, best, shown }: { readonly result: Result; readonly best: boolean; readonly shown: boolean }) {
  const strings = useStrings();
  const text = strings.versus;
  const { view, records } = result;
  const { world } = view.start.task;
  return (
    <li data-best={best ? '' : undefined}>
      <div className="versus-head">
        <strong>{choiceInWords(result.player, strings)}</strong>
        {best && (
          <span className="versus-best">
            <Icon name="won" />
            {text.best}
          </span>
        )}
      </div>
      <p>{view.won ? strings.status.won(view.episodes.length) : strings.status.lost(view.episodes.length)}</p>
      <p className="help">{text.turns(turnsOf(view))}</p>
      <ol className="versus-boards">
        {view.episodes.map(({ states, turns, end }, episode) => (
          <li key={episode} data-end={end ?? undefined} title={`${strings.strip.episode(episode + 1)}: ${strings.outcome.inTurns(outcomeInWords(end, world, strings), turns.length)}`}>
            <Board world={world} rows={rows(states[states.length - 1])} actions={turns.at(-1)?.acted.actions ?? []} strings={strings} mini />
            <span className="hidden">{strings.outcome.inTurns(outcomeInWords(end, world, strings), turns.length)}</span>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="button button-quiet button-small"
        {...able(!shown, () => {
          open(records);
          useSetup.setState({ moment: null, seen: null, playing: false, showing: 'trial', scene: 'stage' });
        })}
      >
        {shown ? text.onStage : text.watch}
      </button>
    </li>
  );
}
