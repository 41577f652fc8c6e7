/** A drawing by React becomes an image: as SVG with its own styles, then as pixels. Nothing is fetched. */
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Run } from '../../../experiment/transfer/index.ts';
import { pictureOf } from '../../../experiment/transfer/open.ts';
import type { TrialView } from '../../../trial/fold.ts';
import { breathe } from '../../breathe.ts';
import type { Strings } from '../../strings/index.ts';
import boardCss from '../../styles/board.css?inline';
import tokensCss from '../../styles/tokens.css?inline';
import { layout } from './layout.ts';
import pictureCss from './picture.css?inline';
import { StripPicture } from './stripPicture.tsx';
import type { Measure } from './text.ts';

export const css = `${tokensCss}\n${boardCss}\n${pictureCss}`;

export interface Picture {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

/** Pixels for each one of the layout. */
const scale = 2;

/** The strip as a PNG that contains the run. @throws Error when this browser can not draw it */
export async function drawStrip(view: TrialView, run: Run, who: string, strings: Strings): Promise<Picture> {
  const notes = view.episodes.map(({ note }) => (note && note.text !== '' ? note.text : null));
  const placed = layout(notes, measureWith(`14px ${family()}`));
  const image = await imageOf(<StripPicture view={view} layout={placed} name={run.name} who={who} css={css} strings={strings} />);
  const canvas = document.createElement('canvas');
  canvas.width = placed.width * scale;
  canvas.height = Math.ceil(placed.height * scale);
  context(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (png === null) throw new Error('The canvas gave no picture.');
  const bytes = pictureOf(new Uint8Array(await png.arrayBuffer()), run);
  return { blob: new Blob([bytes.slice().buffer], { type: 'image/png' }), width: canvas.width, height: canvas.height };
}

/** @param svg an <svg> with a width and a height. @throws Error when the browser can not draw it */
export async function imageOf(svg: ReactElement): Promise<HTMLImageElement> {
  // React draws nothing at once from within its own effects.
  await breathe();
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() => root.render(svg));
  const drawn = host.querySelector('svg');
  if (drawn === null) throw new Error('Nothing was drawn.');
  const text = new XMLSerializer().serializeToString(drawn);
  root.unmount();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** The page's own type. */
export function family(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--sans');
}

function measureWith(font: string): Measure {
  const drawing = context(document.createElement('canvas'));
  drawing.font = font;
  return (text) => drawing.measureText(text).width;
}

export function context(canvas: HTMLCanvasElement, how: CanvasRenderingContext2DSettings = {}): CanvasRenderingContext2D {
  const found = canvas.getContext('2d', how);
  if (found === null) throw new Error('This browser has no canvas.');
  return found;
}
