/** One trial as a table: what each turn earned, with what it was compared, and what the update did to its probability. */
import { Fragment, useState } from 'react';
import type { ExperimentConfig } from '../../experiment/config.ts';
import type { Comparison, TurnCredit } from '../../learning/advantages.ts';
import type { Row } from '../../learning/rows.ts';
import { rows as boardRows } from '../../worlds/index.ts';
import { Board } from '../board/board.tsx';
import { Formula, spoken } from '../formula.tsx';
import { useStrings } from '../preferences.ts';
import { agreement, membersOf, type CreditLine } from './credit.ts';
import type { Opened } from './inspector.tsx';
import { useTrainStrings, type TrainStrings } from './strings/index.ts';

interface CreditTableProps {
  readonly lines: readonly CreditLine[];
  readonly rows: readonly Row[];
  readonly credit: readonly TurnCredit[];
  readonly config: ExperimentConfig;
  readonly opened: Opened;
}

const columns = ['turn', 'action', 'reward', 'own', 'across', 'total', 'episode', 'step', 'advantage', 'change'] as const;

export function CreditTable({ lines, rows, credit, config, opened }: CreditTableProps) {
  const strings = useTrainStrings();
  const [picked, setPicked] = useState<number | null>(null);
  const largest = Math.max(1e-9, ...lines.map((line) => Math.abs(line.credit.total)));
  const largestA = Math.max(1e-9, ...lines.map((line) => Math.abs(line.credit.advantage)));
  const { agree, of } = agreement(lines, opened.before.whole, opened.after.whole);
  const help = (name: (typeof columns)[number]): string | undefined => (name === 'turn' || name === 'action' ? undefined : spoken(strings.credit.columnHelp[name]));

  return (
    <>
      <div className="scroll-x" role="region" aria-label={strings.views.credit} tabIndex={0}>
        <table className="credit-table">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" title={help(name)}>
                  {strings.credit.columns[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, i) => {
              const { credit: own, row, episode, turn } = line;
              const name = turn === null ? strings.credit.note(episode) : strings.credit.turn(episode, turn);
              const change = opened.after.action[i] - opened.before.action[i];
              return (
                <Fragment key={line.index}>
                  <tr data-phase={row.phase} data-new={turn === 1 && episode > 1 ? '' : undefined} data-picked={picked === i ? '' : undefined}>
                    <th scope="row">
                      <button type="button" className="run-name mono" aria-expanded={picked === i} aria-label={strings.credit.pick(name)} onClick={() => setPicked(picked === i ? null : i)}>
                        {name}
                      </button>
                    </th>
                    <td className="credit-action" data-invalid={row.valid ? undefined : ''}>
                      {actionOf(opened, line, strings.credit.invalid)}
                    </td>
                    <td className="number">{row.phase === 'play' ? short(row.reward) : ''}</td>
                    <td className="number">{short(own.own)}</td>
                    <td className="number credit-across">{own.across === 0 ? '' : `+${short(own.across)}`}</td>
                    <td className="number">
                      <span className="bar-cell">
                        <span className="stack" aria-hidden>
                          <span data-part="own" style={{ width: `${(100 * Math.abs(own.own)) / largest}%` }} />
                          <span data-part="across" style={{ width: `${(100 * Math.abs(own.across)) / largest}%` }} />
                        </span>
                        {short(own.total)}
                      </span>
                    </td>
                    <td className="number">{signed(own.episode.advantage)}</td>
                    <td className="number">{own.step === null ? '–' : own.step.with.length < 2 ? '' : signed(own.step.advantage)}</td>
                    <td className="number">
                      <span className="bar-cell">
                        <Diverging share={own.advantage / largestA} />
                        <b>{signed(own.advantage)}</b>
                      </span>
                    </td>
                    <td className="number credit-change" data-way={Math.abs(change) < 5e-4 ? undefined : change > 0 ? 'up' : 'down'}>
                      {factor(change, strings)}
                    </td>
                  </tr>
                  {picked === i && (
                    <tr className="credit-detail">
                      <td colSpan={columns.length}>
                        <Detail line={line} rows={rows} credit={credit} config={config} opened={opened} change={opened.after.whole[i] - opened.before.whole[i]} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      <dl className="help credit-key">
        {columns.flatMap((name) =>
          name === 'turn' || name === 'action'
            ? []
            : [
                <div key={name}>
                  <dt>{strings.credit.columns[name]}</dt>
                  <dd>
                    <Formula text={strings.credit.columnHelp[name]} />
                  </dd>
                </div>,
              ],
        )}
      </dl>
      <p className="help">
        {of > 0 && strings.credit.agreement(agree, of)} {config.advantage.estimator === 'ppo' && strings.credit.policyOnly}
      </p>
    </>
  );
}

function actionOf({ view }: Opened, { episode, turn, row }: CreditLine, invalid: string): string {
  const at = view.episodes[episode - 1];
  if (turn === null) return at?.note?.text ?? '';
  const acted = at?.turns[turn - 1]?.acted;
  return !row.valid || !acted ? invalid : acted.actions.join(', ');
}

interface DetailProps {
  readonly line: CreditLine;
  readonly rows: readonly Row[];
  readonly credit: readonly TurnCredit[];
  readonly config: ExperimentConfig;
  readonly opened: Opened;
  /** of the log-prob of the whole reply */
  readonly change: number;
}

function Detail({ line, rows, credit, config, opened, change }: DetailProps) {
  const page = useStrings();
  const strings = useTrainStrings();
  const { credit: own, row, episode, turn } = line;
  const at = opened.view.episodes[episode - 1];
  const state = turn === null ? at?.states.at(-1) : at?.states[turn - 1];
  const response = turn === null ? at?.reflection : at?.turns[turn - 1]?.response;
  return (
    <div className="credit-more">
      {state && (
        <div className="credit-board">
          <Board world={opened.view.start.task.world} rows={boardRows(state)} actions={[]} strings={page} mini />
        </div>
      )}
      <div className="credit-words">
        {response && <p className="mono credit-reply">{response.text}</p>}
        <p className="help">{strings.credit.wholeReply(factor(change, strings))}</p>
        <Part title={strings.credit.columns.episode} comparison={own.episode} part="episode" {...{ rows, credit, row }} />
        {own.step && <Part title={`${strings.credit.columns.step} (ω ${config.advantage.stepWeight})`} comparison={own.step} part="step" {...{ rows, credit, row }} />}
        {own.penalty > 0 && <p className="help">{strings.credit.penalty(short(own.penalty))}</p>}
      </div>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly comparison: Comparison;
  readonly part: 'episode' | 'step';
  readonly rows: readonly Row[];
  readonly credit: readonly TurnCredit[];
  readonly row: Row;
}

/** Long lists (of the whole batch) are cut: what matters is the mean. */
const mostMembers = 24;

function Part({ title, comparison, part, rows, credit, row }: PartProps) {
  const strings = useTrainStrings();
  const members = membersOf(rows, credit, comparison, part, row.trial);
  const alone = members.length === 0 || (members.length === 1 && members[0].own);
  return (
    <div>
      <p>
        <span className="eyebrow">{title}</span> <b>{signed(comparison.advantage)}</b>{' '}
        <span className="help">
          {alone ? strings.credit.alone : `${strings.credit.value(short(comparison.value), short(comparison.mean))}${comparison.spread === 1 ? '' : `, ${strings.credit.spread(short(comparison.spread))}`}`}
        </span>
      </p>
      {!alone && (
        <ul className="members" aria-label={strings.credit.against}>
          {members.slice(0, mostMembers).map((member, i) => (
            <li key={i} data-own={member.own ? '' : undefined}>
              {part === 'episode' || member.turn === null ? strings.credit.memberEpisode(member.trial, member.episode, short(member.value)) : strings.credit.member(member.trial, member.episode, member.turn, short(member.value))}
            </li>
          ))}
          {members.length > mostMembers && <li>…</li>}
        </ul>
      )}
    </div>
  );
}

function Diverging({ share }: { readonly share: number }) {
  return (
    <span className="diverging" aria-hidden>
      <span data-sign={share < 0 ? 'minus' : 'plus'} style={{ width: `${50 * Math.min(1, Math.abs(share))}%`, marginInlineStart: share < 0 ? `${50 - 50 * Math.min(1, -share)}%` : '50%' }} />
    </span>
  );
}

/** What an update multiplied a probability by. @param change of its logarithm */
function factor(change: number, strings: TrainStrings): string {
  return strings.credit.times(Math.exp(change).toFixed(Math.abs(change) < 0.05 ? 3 : 2));
}

function short(value: number): string {
  return Math.abs(value) < 0.005 ? '0' : value.toFixed(2);
}

function signed(value: number): string {
  return Math.abs(value) < 0.005 ? '0' : `${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`;
}
