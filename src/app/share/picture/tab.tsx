/** The picture of the strip, with the run in it, to be seen before it is saved. */
import { useEffect, useState } from 'react';
import { Icon } from '../../icons.tsx';
import { tree, trial } from '../../log.ts';
import { whoPlayed } from '../../policies.ts';
import { usePreferences, useStrings } from '../../preferences.ts';
import { fileName, offer, stageAsRun } from '../../runs/saving.ts';
import { useSource } from '../../source.ts';
import { sizeInWords } from '../words.ts';
import { drawStrip, type Picture } from './draw.tsx';

type Drawn = (Picture & { readonly url: string; readonly name: string }) | 'failed' | null;

export function PictureTab() {
  const strings = useStrings();
  const { language } = usePreferences();
  const text = strings.share.picture;
  const { view } = useSource(trial);
  const branches = useSource(tree);
  const [drawn, setDrawn] = useState<Drawn>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    let [gone, url] = [false, ''];
    if (view === null) return;
    stageAsRun()
      .then(async (run) => {
        const picture = await drawStrip(view, run, whoPlayed(view, strings), strings);
        if (gone) return;
        url = URL.createObjectURL(picture.blob);
        setDrawn({ ...picture, url, name: run.name });
      })
      .catch((error: unknown) => {
        console.warn(error);
        if (!gone) setDrawn('failed');
      });
    return () => {
      gone = true;
      if (url !== '') URL.revokeObjectURL(url);
    };
  }, [view, branches, strings]);

  if (drawn === 'failed') return <p role="alert">{text.failed}</p>;
  const copy = async ({ blob }: Picture): Promise<void> => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
      setSaid(text.copied);
    } catch {
      setSaid(strings.share.link.copyFailed);
    }
  };
  return (
    <>
      <p className="help">{text.intro}</p>
      <div className="picture-frame" aria-busy={drawn === null} tabIndex={0} role="group" aria-label={strings.share.tabs.picture}>
        {drawn ? <img src={drawn.url} width={drawn.width / 2} height={drawn.height / 2} alt={text.alt(view?.episodes.length ?? 0)} /> : <p className="help">{strings.share.working}</p>}
      </div>
      {drawn && (
        <div className="row share-row">
          <button type="button" className="button button-main share-copy" onClick={() => offer(drawn.blob, `${fileName(drawn.name)}.png`)}>
            <Icon name="save" />
            {text.save}
          </button>
          {typeof ClipboardItem !== 'undefined' && (
            <button type="button" className="button" onClick={() => void copy(drawn)}>
              {text.copy}
            </button>
          )}
          <span className="help" role="status">
            {said === '' ? text.size(drawn.width, drawn.height, sizeInWords(drawn.blob.size, language)) : said}
          </span>
        </div>
      )}
    </>
  );
}
