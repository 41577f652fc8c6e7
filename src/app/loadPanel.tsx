/** How far Scout's loading is, phase by phase, and on what it runs once loaded. */
import type { LoadPhase } from '../platform/web/startEngine.ts';
import { backend, rate, status, unawaited } from './log.ts';
import { useStrings } from './preferences.ts';
import { backendInWords, loadedInWords, megabytes } from './say.ts';
import { wear, worn } from './scout.ts';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';

/** of the model file, known when the page is built */
export const scoutBytes = __SCOUT_BYTES__;

const phases: readonly LoadPhase['phase'][] = ['download', 'read', 'compile', 'warmup'];

export function LoadPanel() {
  const strings = useStrings();
  const now = useSource(status);
  const runsOn = useSource(backend);
  const tokensPerSecond = useSource(rate);
  const policy = useSetup((setup) => setup.policy);
  const adapter = useSource(worn);
  if (now.kind === 'loading') return <Phases load={now.load} />;
  return (
    <>
      {policy === 'scout' && adapter && (
        <p className="help">
          <b>{strings.adapter.worn(adapter.name)}</b>{' '}
          <button type="button" className="button button-small" onClick={() => unawaited(wear(null))}>
            {strings.adapter.off}
          </button>
        </p>
      )}
      <p className="help">
        <b>{strings.backend.title}:</b> {policy === 'scout' ? (runsOn === null ? strings.backend.none(megabytes(scoutBytes)) : backendInWords(runsOn, strings)) : strings.backend.teacher}
        {policy === 'scout' && tokensPerSecond !== null && <> · {strings.backend.speed(tokensPerSecond.toFixed(0))}</>}
      </p>
    </>
  );
}

function Phases({ load }: { readonly load: LoadPhase }) {
  const strings = useStrings();
  const at = phases.indexOf(load.phase);
  return (
    <section className="load" aria-label={strings.load.title}>
      <h3>{strings.load.title}</h3>
      {phases.map((phase, index) => {
        const state = index < at ? strings.load.done : index > at ? strings.load.waiting : (load.phase === 'download' && loadedInWords(load, strings)) || strings.load.working;
        return (
          <div key={phase} className="load-phase" data-state={index < at ? 'done' : index > at ? 'waiting' : 'working'}>
            <span>{strings.load.phases[phase]}</span>
            <span>{state}</span>
            {index === at && <progress aria-label={strings.load.phases[phase]} value={share(load)} max={1} />}
          </div>
        );
      })}
      <p className="help">{strings.load.kept}</p>
    </section>
  );
}

/** undefined: nobody knows how long it takes */
function share(load: LoadPhase): number | undefined {
  if (load.phase === 'download') return load.total === null ? undefined : load.done / load.total;
  return load.phase === 'read' ? load.share : undefined;
}
