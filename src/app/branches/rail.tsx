/** The tree of branches: who came from whom, at which turn or note, and how it ended; one lane each on one axis of time. */
import { Fragment, useEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { able } from '../able.ts';
import { Icon } from '../icons.tsx';
import { isBusy, removeBranch, renameBranch, status, tree } from '../log.ts';
import { settle } from '../navigate.ts';
import { useStrings } from '../preferences.ts';
import { stop } from '../run.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import type { Strings } from '../strings/index.ts';
import { lanesOf, type Lane, type Lanes, type Stop } from './lanes.ts';
import { playOn } from './make.ts';
import { otherBranch } from './onStage.ts';
import { branchInWords, nameOf, sampleInWords } from './say.ts';
import { showInstead, useBranching } from './store.ts';
import { branchOf, familyOf, type Branch, type Tree } from './tree.ts';
import './rail.css';

/** Lanes that are to be seen at once, unless somebody wants to see all of a larger tree. */
const mostLanes = 5;

export function Rail() {
  const strings = useStrings();
  const now = useSource(tree);
  const lanes = useMemo(() => lanesOf(now), [now]);
  const { beside, removed } = useBranching(useShallow(({ beside, removed }) => ({ beside, removed })));
  const [naming, setNaming] = useState<string | null>(null);
  const [whole, setWhole] = useState(false);
  const shown = branchOf(now, now.shown);
  if (shown === null) return null;
  return (
    <section className="rail" aria-labelledby="rail-title" data-lanes={Math.min(now.branches.length, mostLanes)} data-whole={whole ? '' : undefined}>
      <div className="rail-head">
        <h3 id="rail-title">
          {strings.branches.title} <span className="rail-count">{now.branches.length}</span>
        </h3>
        <p className="rail-sample">{sampleInWords(now, shown, strings)}</p>
        <Tools shown={shown} comparing={beside !== null} onRename={() => setNaming(shown.id)}>
          {now.branches.length > mostLanes && (
            <button type="button" className="button button-small button-quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              <Icon name={whole ? 'up' : 'down'} />
              {whole ? strings.branches.fewer : strings.branches.all(now.branches.length)}
            </button>
          )}
        </Tools>
      </div>
      <List now={now} lanes={lanes} beside={beside} naming={naming} onName={setNaming} />
      {removed && (
        <p className="rail-removed" role="status">
          {strings.branches.removed(removed.name, removed.more)}{' '}
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              removed.undo();
              useBranching.setState({ removed: null });
            }}
          >
            {strings.branches.undo}
          </button>
        </p>
      )}
    </section>
  );
}

interface ToolsProps {
  readonly shown: Branch;
  readonly comparing: boolean;
  readonly onRename: () => void;
  readonly children: ReactNode;
}

function Tools({ shown, comparing, onRename, children }: ToolsProps) {
  const strings = useStrings();
  const busy = isBusy(useSource(status));
  const now = useSource(tree);
  return (
    <div className="rail-tools">
      {children}
      {shown.view.won === null && !busy && (
        <button type="button" className="button button-small" onClick={() => void playOn(shown)}>
          <Icon name="play" />
          {strings.branches.playOn}
        </button>
      )}
      <button
        type="button"
        className="button button-small button-quiet"
        aria-pressed={comparing}
        {...able(now.branches.length > 1, () => useBranching.setState({ beside: comparing ? null : (otherBranch()?.id ?? null) }))}
      >
        <Icon name="compare" />
        {strings.branches.compare.open}
      </button>
      <button type="button" className="button button-small button-quiet" onClick={onRename}>
        <Icon name="edit" />
        {strings.branches.rename}
      </button>
      <button type="button" className="button button-small button-quiet" {...able(shown.parent !== null, () => remove(shown, strings))}>
        <Icon name="remove" />
        {strings.branches.remove}
      </button>
    </div>
  );
}

function remove(branch: Branch, strings: Strings): void {
  const now = tree.get();
  const family = familyOf(now, branch.id);
  const name = nameOf(now, branch, strings);
  if (family.some(({ id }) => id === now.running)) stop();
  const undo = removeBranch(branch.id);
  if (undo === null) return;
  const { beside } = useBranching.getState();
  useBranching.setState({ removed: { name, more: family.length - 1, undo }, beside: branchOf(tree.get(), beside) ? beside : null });
}

interface ListProps {
  readonly now: Tree;
  readonly lanes: Lanes;
  readonly beside: string | null;
  readonly naming: string | null;
  readonly onName: (id: string | null) => void;
}

function List({ now, lanes, beside, naming, onName }: ListProps) {
  const strings = useStrings();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-shown]')?.scrollIntoView({ block: 'nearest' });
  }, [now.shown, lanes.lanes.length]);

  const onNamed = (byKey: boolean): void => {
    onName(null);
    if (byKey) requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-shown]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = lanes.lanes.findIndex(({ branch }) => branch.id === now.shown);
    const to = event.key === 'ArrowDown' ? lanes.lanes.at(index + 1) : event.key === 'ArrowUp' && index > 0 ? lanes.lanes.at(index - 1) : undefined;
    const shown = branchOf(now, now.shown);
    if (to) {
      look(to.branch.id);
      event.currentTarget.querySelector<HTMLElement>(`[data-branch="${to.branch.id}"]`)?.focus();
    } else if (event.key === 'F2') onName(now.shown);
    else if (event.key === 'Delete' && shown?.parent) remove(shown, strings);
    else if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
  };

  return (
    <>
      <div ref={list} className="rail-list" role={naming === null ? 'listbox' : 'list'} aria-label={strings.branches.title} aria-describedby="rail-help" onKeyDown={onKeyDown}>
        {lanes.lanes.map((lane) => (
          <Row key={lane.branch.id} now={now} lane={lane} lanes={lanes} beside={lane.branch.id === beside} choosing={naming === null} naming={naming === lane.branch.id} onNamed={onNamed} />
        ))}
      </div>
      <p id="rail-help" className="hidden">
        {strings.branches.help}
      </p>
    </>
  );
}

function look(id: string): void {
  useSetup.getState().play(false);
  // Whoever looks at the branch that grows goes on with it.
  useSetup.setState((setup) => ({ showing: 'trial', seen: null, moment: tree.get().running === id ? null : setup.moment }));
  showInstead(id);
}

interface RowProps {
  readonly now: Tree;
  readonly lane: Lane;
  readonly lanes: Lanes;
  readonly beside: boolean;
  /** None is being named: a field may stand in a list, but not among options. */
  readonly choosing: boolean;
  readonly naming: boolean;
  /** @param byKey whoever named it goes on from its row */
  readonly onNamed: (byKey: boolean) => void;
}

function Row({ now, lane, lanes, beside, choosing, naming, onNamed }: RowProps) {
  const strings = useStrings();
  const { branch } = lane;
  const shown = branch.id === now.shown;
  const name = nameOf(now, branch, strings);

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    look(branch.id);
    const box = event.currentTarget.querySelector('.rail-lane')?.getBoundingClientRect();
    if (box && event.clientX >= box.left) useSetup.getState().look(lanes.nearest(branch.view, (event.clientX - box.left) / box.width));
  };

  if (naming) return <Naming branch={branch} placeholder={name} onNamed={onNamed} />;
  return (
    <div
      className="rail-row"
      {...(choosing ? { role: 'option', 'aria-selected': shown } : { role: 'listitem' })}
      data-branch={branch.id}
      data-beside={beside ? '' : undefined}
      data-shown={shown ? '' : undefined}
      aria-label={branchInWords(now, branch, strings)}
      tabIndex={shown ? 0 : -1}
      title={name}
      onClick={onClick}
    >
      <span className="rail-name" style={indent(lane.depth)}>
        <span className="rail-dot" aria-hidden />
        <span className="rail-text">{name}</span>
      </span>
      <Track lane={lane} growing={branch.id === now.running}>
        {shown && <Here branch={branch} lanes={lanes} />}
      </Track>
    </div>
  );
}

function indent(depth: number): CSSProperties {
  return { paddingInlineStart: `${0.7 * Math.min(depth, 5)}rem` };
}

function Naming({ branch, placeholder, onNamed }: { readonly branch: Branch; readonly placeholder: string; readonly onNamed: RowProps['onNamed'] }) {
  const strings = useStrings();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const done = (byKey: boolean): void => {
    if (field.current) renameBranch(branch.id, field.current.value);
    onNamed(byKey);
  };
  return (
    <div className="rail-row" role="listitem">
      <input
        ref={field}
        className="control rail-field"
        aria-label={strings.branches.name}
        defaultValue={branch.name}
        placeholder={placeholder}
        maxLength={80}
        onBlur={() => done(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done(true);
          else if (event.key === 'Escape') onNamed(true);
        }}
      />
    </div>
  );
}

/** Decoration: the row says the same in words. */
function Track({ lane, growing, children }: { readonly lane: Lane; readonly growing: boolean; readonly children: ReactNode }) {
  const first = lane.fork === null ? null : (lane.stops.at(0) ?? null);
  return (
    <span className="rail-lane" aria-hidden>
      <svg>
        {lane.verticals.map(({ x, top, bottom }, index) => (
          <line key={index} className="rail-fork" x1={percent(x)} x2={percent(x)} y1={top ? '0' : '50%'} y2={bottom ? '100%' : '50%'} />
        ))}
        <line className="rail-line" x1={percent(lane.from)} x2={percent(lane.to)} y1="50%" y2="50%" />
        {lane.stops.map((stop, index) => (
          <Fragment key={index}>
            {stop.kind === 'turn' && <circle className="rail-turn" data-changed={stop === first ? '' : undefined} cx={percent(stop.x)} cy="50%" r={stop === first ? 4 : 2.5} />}
          </Fragment>
        ))}
      </svg>
      {lane.stops.map((stop, index) => (stop.kind === 'turn' ? null : <Sign key={index} stop={stop} changed={stop === first} />))}
      {growing && <span className="rail-growing" style={{ insetInlineStart: percent(lane.to) }} />}
      {children}
    </span>
  );
}

function Sign({ stop, changed }: { readonly stop: Exclude<Stop, { kind: 'turn' }>; readonly changed: boolean }) {
  const kind = stop.kind === 'end' ? stop.end : stop.byPerson ? 'edited' : 'note';
  return (
    <span className="rail-sign" data-kind={kind} data-changed={changed ? '' : undefined} style={{ insetInlineStart: percent(stop.x) }}>
      <Icon name={stop.kind === 'end' ? stop.end : 'note'} />
    </span>
  );
}

/** The moment on stage. */
function Here({ branch, lanes }: { readonly branch: Branch; readonly lanes: Lanes }) {
  const moment = useSetup((setup) => setup.moment);
  return <span className="rail-here" style={{ insetInlineStart: percent(lanes.x(settle(branch.view, moment))) }} />;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}
