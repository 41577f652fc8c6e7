/** Before the first run: outlines of what it will fill, each with its name and when it comes. What is drawn in them is a recording, and called one. */
import { useMemo, type ReactNode } from 'react';
import { useDraft } from './draft.ts';
import { percent } from './figures.ts';
import { dashes } from './names.ts';
import { planOf } from './plan.ts';
import { recordedOf, type RecordedValidation } from './recorded.ts';
import { useTrainStrings, type TrainStrings } from './strings/index.ts';

export function Soon() {
  const strings = useTrainStrings();
  const text = strings.soon;
  const { config } = useDraft();
  const { iterations, measured } = planOf(config);
  const { tasks, episodes } = config.evaluation;
  const recorded = useMemo(() => recordedOf(config), [config]);
  return (
    <section className="soon" aria-labelledby="soon-title">
      <div>
        <h2 id="soon-title">{text.title}</h2>
        <p className="help">{recorded ? text.helpRecorded : text.help}</p>
      </div>
      <div className="soon-grid">
        <Outline title={strings.views.curves} text={text.curves(tasks, episodes)} more={recorded ? inWords(recorded, strings) : undefined}>
          <path d="M34 8V66H232" />
          <path className="soon-faint" d="M34 8H232M34 37H232" />
          <path d={measured.map((iteration) => `M${along(iteration, iterations)} 66v4`).join('')} />
          <text x="30" y="12" textAnchor="end">
            {percent(1)}
          </text>
          <text x="30" y="68" textAnchor="end">
            {percent(0)}
          </text>
          <text x="34" y="80" textAnchor="middle">
            0
          </text>
          {iterations > 0 && (
            <text x="232" y="80" textAnchor="end">
              {strings.iterationAxis} {iterations}
            </text>
          )}
          {recorded && <Recorded validations={recorded} iterations={iterations} mark={text.mark} />}
        </Outline>
        {iterations > 0 && (
          <>
            <Outline title={text.inspector} text={text.credit}>
              {creditColumns.map(([name, x]) => (
                <text key={name} x={x} y="14">
                  {strings.credit.columns[name]}
                </text>
              ))}
              <path d="M8 20H232" />
              <path className="soon-faint" d="M8 37H232M8 54H232M8 71H232" />
            </Outline>
            <Outline title={strings.compare.scrub} text={text.scrub}>
              <rect x="98" y="4" width="44" height="44" rx="4" />
              <path d="M20 66H220" />
              <path d={measured.map((iteration) => `M${20 + (200 * iteration) / iterations} 62v8`).join('')} />
              <circle cx="20" cy="66" r="5" />
              <text x="20" y="82" textAnchor="middle">
                0
              </text>
              <text x="220" y="82" textAnchor="middle">
                {iterations}
              </text>
            </Outline>
            <Outline title={strings.views.compare} text={text.compare}>
              <rect x="56" y="4" width="44" height="44" rx="4" />
              <rect x="140" y="4" width="44" height="44" rx="4" />
              <path className="soon-faint" d={[56, 70].flatMap((y) => Array.from({ length: 12 }, (_, i) => `M${30 + 15 * i} ${y}h11v11h-11z`)).join('')} />
            </Outline>
          </>
        )}
      </div>
    </section>
  );
}

/** Where columns of the inspector begin: each has room for its name in every language. */
const creditColumns = [['turn', 10], ['action', 48], ['reward', 92], ['own', 116], ['across', 140], ['total', 188], ['advantage', 218]] as const;

/** Where an iteration stands on the axis of the curves. */
function along(iteration: number, of: number): number {
  return 34 + (of === 0 ? 0 : (198 * iteration) / of);
}

/** The height of a share. */
function up(share: number): number {
  return 66 - 58 * share;
}

/** Faint, so that nobody takes it for what the run to come has done. */
function Recorded({ validations, iterations, mark }: { readonly validations: readonly RecordedValidation[]; readonly iterations: number; readonly mark: string }) {
  const line = (points: readonly (readonly [iteration: number, share: number])[]): string =>
    `M${points.map(([iteration, share]) => `${along(iteration, iterations)} ${up(share)}`).join('L')}`;
  const last = validations[0].success.length - 1;
  const edge = (side: 0 | 1) => validations.map(({ iteration, intervals }) => [iteration, intervals[last][side]] as const);
  return (
    <g className="soon-recorded">
      <path className="soon-band" d={`${line([...edge(0), ...edge(1).toReversed()])}Z`} />
      {(['p1', 'p2', 'p3'] as const).slice(0, last + 1).map((name, k) => (
        <path key={name} strokeDasharray={dashes[name]} d={line(validations.map(({ iteration, success }) => [iteration, success[k]]))} />
      ))}
      <text x="230" y="62" textAnchor="end">
        {mark}
      </text>
    </g>
  );
}

function inWords(validations: readonly RecordedValidation[], { soon }: TrainStrings): string {
  const [{ success: before }, { success: after }] = [validations[0], validations[validations.length - 1]];
  const shown = [...new Set([1, after.length])];
  return soon.recorded(shown.map((k) => soon.change(k, percent(before[k - 1]), percent(after[k - 1]))).join(', '));
}

interface OutlineProps {
  readonly title: string;
  readonly text: string;
  /** of what is drawn in it */
  readonly more?: string | undefined;
  readonly children: ReactNode;
}

function Outline({ title, text, more, children }: OutlineProps) {
  return (
    <figure className="soon-part">
      <svg className="soon-picture" viewBox="0 0 240 84" aria-hidden>
        {children}
      </svg>
      <figcaption>
        <h3>{title}</h3>
        {more !== undefined && <p className="help soon-more">{more}</p>}
        <p className="help">{text}</p>
      </figcaption>
    </figure>
  );
}
