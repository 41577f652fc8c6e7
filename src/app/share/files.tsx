/** A run as files: JSON, JSON lines, a table. */
import { Icon } from '../icons.tsx';
import { unawaited } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { fileKinds, saveStage } from '../runs/saving.ts';

export function FilesTab() {
  const { files: text } = useStrings().share;
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
    </>
  );
}
