/** How far Scout's loading is, phase by phase, and on what it runs once loaded. */
import { backend, status, type Load, type LoadPhase } from './log.ts';
import { useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';

const phases: readonly LoadPhase[] = ['download', 'compile', 'warmup'];

export function LoadPanel() {
  const strings = useStrings();
  const now = useSource(status);
  const runsOn = useSource(backend);
  const policy = useSetup((setup) => setup.policy);
  if (now.kind === 'loading') return <Phases load={now.load} />;
  return (
    <p className="help">
      <b>{strings.backend.title}:</b> {policy === 'scout' ? (runsOn ?? strings.backend.none) : strings.backend.teacher}
    </p>
  );
}

function Phases({ load }: { readonly load: Load }) {
  const strings = useStrings();
  const at = phases.indexOf(load.phase);
  return (
    <section className="load" aria-label={strings.load.title}>
      <h3>{strings.load.title}</h3>
      {phases.map((phase, index) => {
        const state = index < at ? strings.load.done : index > at ? strings.load.waiting : strings.load.working;
        const bytes = phase === 'download' && load.total > 0 ? strings.load.of(megabytes(load.done), megabytes(load.total)) : null;
        return (
          <div key={phase} className="load-phase">
            <span>{strings.load.phases[phase]}</span>
            <span>{phase === 'download' && bytes && index >= at ? bytes : state}</span>
            {index === at && (phase === 'download' ? <progress value={load.done} max={Math.max(load.total, 1)} /> : <progress />)}
          </div>
        );
      })}
      <p className="help">{strings.load.kept}</p>
    </section>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
