/** Another thought: the answer rewritten as a whole, or only its beginning, from where the policy goes on. */
import { useMemo, useState } from 'react';
import { styleWords } from '../../trial/brief/words.ts';
import { styles } from '../../trial/teachers/style.ts';
import { respond } from '../../worlds/index.ts';

import { thoughtOf } from '../say.ts';
import { useStrings } from '../preferences.ts';
import { branchThought } from './make.ts';
import { unknownWords } from './unknown.ts';
import { Go, type FormProps } from './whatIf.tsx';

const modes = ['begin', 'whole'] as const;

export function ThoughtForm({ view, episode, place }: FormProps) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  const state = episode.states[place.turn];
  const was = episode.turns.at(place.turn)?.response.text ?? '';
  const [mode, setMode] = useState<(typeof modes)[number]>('begin');
  const [drafts, setDrafts] = useState({ begin: thoughtOf(was), whole: was.trim() });
  const draft = drafts[mode];
  const brief = view.start.style === 'brief';
  const unknown = useMemo(() => (brief ? unknownWords(draft, state) : []), [brief, draft, state]);
  const reads = useMemo(() => mode === 'begin' || respond(state, draft).valid, [mode, state, draft]);
  const write = (value: string): void => setDrafts({ ...drafts, [mode]: value });

  return (
    <div className="what-if-form">
      <fieldset className="what-if-modes">
        <legend className="field-label">{text.mode}</legend>
        {modes.map((each) => (
          <label key={each} className="check">
            <input type="radio" name="what-if-mode" checked={mode === each} onChange={() => setMode(each)} />
            {text[each]}
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span className="field-label">{text.answer}</span>
        <textarea className="control what-if-text" rows={4} spellCheck={false} value={draft} aria-describedby="what-if-thought" onChange={(event) => write(event.target.value)} />
      </label>
      <p id="what-if-thought" className="help">
        {mode === 'begin' ? text.beginHelp : text.wholeHelp}
      </p>
      {!reads && (
        <p className="help" data-bad="" role="status">
          {text.noAction}
        </p>
      )}
      {unknown.length > 0 && (
        <p className="help" data-bad="" role="status">
          {text.unknown(unknown.join(' '))}
        </p>
      )}
      {brief && mode === 'begin' && (
        <div className="field">
          <span className="field-label">{text.styles}</span>
          <div className="presets">
            {styles.map((style) => (
              <button key={style} type="button" className="button button-small" onClick={() => write(styleWords[style].trim())}>
                {styleWords[style].trim()}
              </button>
            ))}
          </div>
        </div>
      )}
      <Go disabled={draft.trim() === ''} onGo={() => branchThought(place, brief ? spaced(draft) : draft, mode === 'whole')} />
    </div>
  );
}

/** In the brief style every word carries the space before it, and an answer begins with one. */
function spaced(draft: string): string {
  const text = draft.trim();
  return text.startsWith('<') ? text : ` ${text}`;
}
