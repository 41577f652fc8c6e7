/** A film of one episode, made before one's eyes. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { SelectField } from '../../fields.tsx';
import { Icon } from '../../icons.tsx';
import { trial } from '../../log.ts';
import { settle } from '../../navigate.ts';
import { usePreferences, useStrings } from '../../preferences.ts';
import { fileName, offer, stageName } from '../../runs/saving.ts';
import { useSetup } from '../../setup.ts';
import { useSource } from '../../source.ts';
import { sizeInWords } from '../words.ts';
import { frame, framesOf, type Frames } from './frames.tsx';
import { filmKind, record } from './record.ts';
import { lengthOf, shotsOf } from './timeline.ts';

const speeds = [0.5, 1, 2, 4] as const;

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'making'; readonly percent: number; readonly waits: boolean }
  | { readonly kind: 'done'; readonly film: Blob }
  | { readonly kind: 'failed' };

export function FilmTab() {
  const strings = useStrings();
  const { language } = usePreferences();
  const text = strings.share.film;
  const { view } = useSource(trial);
  const looked = useSetup((setup) => setup.moment);
  const kind = useMemo(() => filmKind(), []);
  const [index, setIndex] = useState(() => (view ? settle(view, looked).episode : 0));
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const [state, setState] = useState<State>({ kind: 'ready' });
  const canvas = useRef<HTMLCanvasElement>(null);
  const frames = useRef<Promise<Frames> | null>(null);
  const making = useRef<AbortController | null>(null);
  const episode = view?.episodes.at(index);
  const shots = useMemo(() => (episode ? shotsOf(episode) : []), [episode]);
  const length = lengthOf(shots) / speed;

  useEffect(() => () => making.current?.abort(), []);
  useEffect(() => {
    let gone = false;
    frames.current = null;
    if (view === null || canvas.current === null || kind === null) return;
    const drawing = framesOf(canvas.current, view, index, shots, strings);
    frames.current = drawing;
    drawing
      .then((made) => {
        if (!gone && making.current === null) made.draw(0);
      })
      .catch((error: unknown) => {
        console.warn(error);
        if (!gone) setState({ kind: 'failed' });
      });
    return () => {
      gone = true;
    };
  }, [view, index, shots, strings, kind]);

  if (kind === null) return <p>{text.none}</p>;
  const make = async (): Promise<void> => {
    const [on, drawing] = [canvas.current, frames.current];
    if (on === null || drawing === null) return;
    const controller = new AbortController();
    making.current = controller;
    setState({ kind: 'making', percent: 0, waits: false });
    try {
      const made = await drawing;
      const film = await record(on, kind, {
        length,
        draw: (time) => made.draw(time * speed),
        onProgress: (done, waits) => setState({ kind: 'making', percent: Math.floor(100 * done), waits }),
        signal: controller.signal,
      });
      setState(film === null ? { kind: 'ready' } : { kind: 'done', film });
      made.draw(0);
    } catch (error) {
      console.warn(error);
      setState({ kind: 'failed' });
    } finally {
      making.current = null;
    }
  };
  const busy = state.kind === 'making';
  const change = (): void => setState({ kind: 'ready' });

  return (
    <>
      <p className="help">{text.intro}</p>
      <canvas ref={canvas} className="film-frame" width={frame.width} height={frame.height} role="img" aria-label={text.label} />
      <div className="film-fields">
        <SelectField
          label={text.episode}
          value={index}
          disabled={busy}
          options={Array.from(view?.episodes ?? [], (_, number) => ({ value: number, label: strings.strip.episode(number + 1) }))}
          onChange={(number) => {
            setIndex(number);
            change();
          }}
        />
        <SelectField
          label={text.speed}
          value={speed}
          disabled={busy}
          options={speeds.map((each) => ({ value: each, label: `${each}×` }))}
          onChange={(each) => {
            setSpeed(each);
            change();
          }}
        />
        {busy ? (
          <button type="button" className="button" onClick={() => making.current?.abort()}>
            <Icon name="stop" />
            {text.cancel}
          </button>
        ) : (
          <button type="button" className={state.kind === 'done' ? 'button' : 'button button-main share-copy'} onClick={() => void make()}>
            <Icon name="play" />
            {text.make}
          </button>
        )}
        {state.kind === 'done' && (
          <button type="button" className="button button-main share-copy" onClick={() => offer(state.film, `${fileName(stageName())}-${index + 1}.webm`)}>
            <Icon name="save" />
            {text.save}
          </button>
        )}
      </div>
      {busy && <progress max={100} value={state.percent} aria-label={text.making(state.percent)} />}
      <p className="help" role={state.kind === 'failed' ? 'alert' : state.kind === 'making' ? undefined : 'status'}>
        {state.kind === 'failed'
          ? text.failed
          : state.kind === 'done'
            ? text.done(sizeInWords(state.film.size, language))
            : state.kind === 'making'
              ? state.waits
                ? text.waiting
                : text.making(state.percent)
              : text.length(Math.max(1, Math.round(length / 1000)))}
      </p>
    </>
  );
}
