/** What a note lift is, as plainly as it can be said, with its uncertainty, its control, and what it takes to know more. */
import { useState } from 'react';
import { liftArms, liftSizes, type LiftArm, type LiftEstimate } from '../../experiment/lift.ts';
import type { Interval } from '../../experiment/statistics.ts';
import { able } from '../able.ts';
import { policyInWords } from '../policies.ts';
import { useStrings } from '../preferences.ts';
import { adapterNames } from '../scout.ts';
import type { Strings } from '../strings/index.ts';
import { ErrorText } from '../errorText.tsx';
import { errorInWords } from '../trouble.ts';
import { estimateOf } from './estimate.ts';
import { IntervalMark, points } from './interval.tsx';
import { findingInWords, findingOf, measuredBy } from './sayLift.ts';
import { isUnderWay, type LiftView } from './state.ts';
import type { KnownLift } from './useLift.ts';
import './lift.css';

const roles = { note: 'memory', none: 'plain', other: 'plain' } as const satisfies Record<LiftArm, string>;

export function LiftPanel({ lift }: { readonly lift: KnownLift }) {
  const strings = useStrings();
  const { question, view, tools } = lift;
  const estimate = view && estimateOf(view.kept);
  const by = view && measuredBy(view.kept.policy, tools.playedBy(question.records), adapterNames, strings);
  return (
    <div className="lift">
      <h3>{strings.lift.title}</h3>
      <p className="help">{strings.lift.what(question.episode + 2)}</p>
      {estimate && estimate.samples > 0 && <Figures estimate={estimate} view={view} />}
      {by && <p>{by}</p>}
      <Controls lift={lift} />
      <p className="hidden" role="status">
        {view?.phase === 'kept' && estimate && estimate.samples > 0 && sentenceOf(estimate, strings)}
      </p>
      <details className="fold">
        <summary>{strings.lift.how}</summary>
        {strings.lift.howText(String(question.sampling.temperature)).map((text) => (
          <p key={text} className="help">
            {text}
          </p>
        ))}
        {view && view.kept.policy !== '' && <p className="help">{strings.lift.policyNote(policyInWords(view.kept.policy, strings))}</p>}
      </details>
    </div>
  );
}

/** Said once it is done; the counting on the way is not. */
function sentenceOf({ lift, samples }: LiftEstimate, { lift: text }: Strings): string {
  const say = (share: number): string => text.points(points(share));
  return text.label(text.inWords(say(lift.value), say(lift.low), say(lift.high), samples));
}

interface FiguresProps {
  readonly estimate: LiftEstimate;
  readonly view: LiftView;
}

function Figures({ estimate, view }: FiguresProps) {
  const strings = useStrings();
  const text = strings.lift;
  const { lift, control } = estimate;
  const { outcomes } = view.kept;
  const finding = findingOf(view, estimate);
  const role = finding === 'helps' ? 'good' : finding === 'harms' ? 'bad' : undefined;
  const say = (share: number): string => text.points(points(share));
  const arms = liftArms.filter((arm) => outcomes[arm].some((won) => won !== null));
  return (
    <>
      <p className="lift-value" data-role={role}>
        <b>{say(lift.value)}</b> {text.unit} <span>[{say(lift.low)}, {say(lift.high)}]</span>
      </p>
      <IntervalMark of={lift} from={-1} to={1} role={role ?? 'plain'} />
      <p>{findingInWords(view, estimate, strings)}</p>
      <table className="lift-table">
        <thead>
          <tr>
            <td />
            <th scope="col">{text.share}</th>
            <th scope="col" colSpan={2}>
              {text.interval}
            </th>
          </tr>
        </thead>
        <tbody>
          {arms.map((arm) => {
            const known = outcomes[arm].filter((won) => won !== null);
            return (
              <tr key={arm} data-arm={arm}>
                <th scope="row">{text.arms[arm]}</th>
                <td>{text.won(known.filter(Boolean).length, known.length)}</td>
                <td className="lift-mark">
                  <IntervalMark of={estimate.share[arm]} from={0} to={1} role={roles[arm]} />
                </td>
                <td>{rangeOf(estimate.share[arm])}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {control ? (
        <p className="help">
          {text.control}: {say(control.value)} [{say(control.low)}, {say(control.high)}].{' '}
          {finding === null ? '' : control.low > 0 ? text.controlVerdict.helps : control.high < 0 ? text.controlVerdict.harms : text.controlVerdict.unclear}
        </p>
      ) : (
        <p className="help">{text.noControl}</p>
      )}
    </>
  );
}

function rangeOf({ low, high }: Interval): string {
  return `${points(low)}–${points(high)} %`;
}

function Controls({ lift: { key, question, view, tools } }: { readonly lift: KnownLift }) {
  const strings = useStrings();
  const text = strings.lift;
  const [wanted, setWanted] = useState<number>(() => liftSizes.find((size) => size === view?.samples) ?? liftSizes[0]);
  const phase = view?.phase ?? null;
  if (view && phase && isUnderWay(phase)) {
    return (
      <div className="lift-controls">
        <progress value={view.done} max={Math.max(1, view.total)} aria-label={text.phases[phase]} />
        <p className="help">
          {text.phases[phase]} {view.total > 0 && text.progress(view.done, view.total)}
          {phase === 'running' && view.secondsLeft !== null && `, ${text.left(view.secondsLeft)}`}
        </p>
        <button type="button" className="button button-small" onClick={() => tools.cancel(key)}>
          {text.cancel}
        </button>
      </div>
    );
  }
  const measured = view ? Math.min(...liftArms.slice(0, 2).map((arm) => view.kept.outcomes[arm].filter((won) => won !== null).length)) : 0;
  const enough = measured >= wanted;
  return (
    <div className="lift-controls">
      {view && view.problem !== null && (
        <p className="help" data-bad="" role="alert">
          {text.phases.failed} <ErrorText {...errorInWords(view.problem, strings)} />
        </p>
      )}
      <label className="row">
        <span className="field-label">{text.samples}</span>
        <select className="control lift-size" value={wanted} onChange={(event) => setWanted(Number(event.target.value))}>
          {[...liftSizes].sort((a, b) => a - b).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
        <button type="button" className="button button-small" {...able(!enough, () => void tools.measure(question, wanted))}>
          {phase === 'failed' ? text.again : phase === 'stopped' && measured > 0 ? text.goOn : measured > 0 ? text.more : text.start}
        </button>
      </label>
      {measured > 0 && <p className="help">{text.saved}</p>}
    </div>
  );
}
