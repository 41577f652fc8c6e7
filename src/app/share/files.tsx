/** A run as files: JSON, JSON lines, a table; and as the command that plays it again. */
import type { TrialView } from '../../trial/fold.ts';
import { Icon } from '../icons.tsx';
import { trial, unawaited } from '../log.ts';
import { useStrings } from '../preferences.ts';
import recorded from '../recorded.json' with { type: 'json' };
import { fileKinds, offer, saveStage } from '../runs/saving.ts';
import { useSeed } from '../seed.ts';
import { useSource } from '../source.ts';
import { CopyField } from './copyField.tsx';
import { labLine, levelFile } from './labLine.ts';

export function FilesTab() {
  const { files: text } = useStrings().share;
  const { view } = useSource(trial);
  const help = { json: text.jsonHelp, jsonl: text.jsonlHelp, csv: text.csvHelp };
  return (
    <>
      <p className="help">{text.intro}</p>
      <ul className="files">
        {fileKinds.map((kind) => (
          <li key={kind}>
            <div>
              <strong>{text[kind]}</strong>
              <p className="help">{help[kind]}</p>
            </div>
            <button type="button" className="button" aria-label={text.save(text[kind])} onClick={() => unawaited(saveStage(kind))}>
              <Icon name="save" />
              {`.${kind}`}
            </button>
          </li>
        ))}
      </ul>
      {view && <Lab view={view} />}
    </>
  );
}

function Lab({ view }: { readonly view: TrialView }) {
  const { files: text } = useStrings().share;
  const { start, episodes } = view;
  const made = labLine(view, useSeed(start.task, start.trial));
  if (made === null) return <p className="help">{text.labPerson}</p>;
  const { line, level } = made;
  const others = line.includes('--policy scout') && episodes.some(({ turns }) => turns.some(({ response }) => response.policy !== recorded.scout && response.policy !== 'person'));
  const notes = [...(others ? [text.labOther] : []), ...(start.trial > 0 ? [text.labMany(start.trial + 1)] : [])];
  return (
    <section aria-labelledby="share-lab">
      <h3 id="share-lab">{text.lab}</h3>
      <p className="help">{text.labHelp}</p>
      <CopyField value={line} name={text.labName} button={text.labCopy} icon="link" foot={notes.join(' ')} />
      {level !== null && (
        <p className="help">
          {text.labLevel}{' '}
          <button type="button" className="button button-small" onClick={() => offer(new Blob([level], { type: 'text/plain' }), levelFile)}>
            <Icon name="save" />
            {levelFile}
          </button>
        </p>
      )}
    </section>
  );
}
