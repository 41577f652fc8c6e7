/** Before the first run: outlines of what it will fill, each with its name and when it comes. Nothing in them is data. */
import type { ReactNode } from 'react';
import { useDraft } from './draft.ts';
import { percent } from './figures.ts';
import { planOf } from './plan.ts';
import { useTrainStrings } from './strings/index.ts';

export function Soon() {
  const strings = useTrainStrings();
  const text = strings.soon;
  const { config } = useDraft();
  const { iterations, measured } = planOf(config);
  const { tasks, episodes } = config.evaluation;
  return (
    <section className="soon" aria-labelledby="soon-title">
      <div>
        <h2 id="soon-title">{text.title}</h2>
        <p className="help">{text.help}</p>
      </div>
      <div className="soon-grid">
        <Outline title={strings.views.curves} text={text.curves(tasks, episodes)}>
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
        </Outline>
        {iterations > 0 && (
          <>
            <Outline title={text.inspector} text={text.credit}>
              {(['turn', 'action', 'reward', 'own', 'across', 'total', 'advantage'] as const).map((name, column) => (
                <text key={name} x={12 + 32 * column} y="14">
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

/** Where an iteration stands on the axis of the curves. */
function along(iteration: number, of: number): number {
  return 34 + (of === 0 ? 0 : (198 * iteration) / of);
}

function Outline({ title, text, children }: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  return (
    <figure className="soon-part">
      <svg className="soon-picture" viewBox="0 0 240 84" aria-hidden>
        {children}
      </svg>
      <figcaption>
        <h3>{title}</h3>
        <p className="help">{text}</p>
      </figcaption>
    </figure>
  );
}
