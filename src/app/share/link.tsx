/** A link is put together: where it opens, what travels in it, which controls it leaves out; and what is in it, before it is copied. */
import { useMemo, useState } from 'react';
import { describeLink, encodeLink, LinkError } from '../../experiment/links/index.ts';
import { tree, trial } from '../log.ts';
import { settle } from '../navigate.ts';
import { useStrings } from '../preferences.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { Address } from './address.tsx';
import { addressOf } from './addressOf.ts';
import { Contents } from './contents.tsx';
import { withHidden, type Hideable } from './hidden.ts';
import { HiddenFields } from './hiddenFields.tsx';

/** Longer ones are cut by some programs that people send links with. */
const safeLength = 2000;

export function LinkTab() {
  const strings = useStrings();
  const text = strings.share.link;
  const { records, view } = useSource(trial);
  const { branches } = useSource(tree);
  const looked = useSetup((setup) => setup.moment);
  const at = useMemo(() => (view ? settle(view, looked) : null), [view, looked]);
  const [atMoment, setAtMoment] = useState(looked !== null);
  const [thoughts, setThoughts] = useState(false);
  const [hidden, setHidden] = useState<readonly Hideable[]>([]);
  const moment = atMoment && at ? at : undefined;

  const made = useMemo(() => {
    try {
      const fragment = encodeLink(records, { thoughts, moment, hidden });
      return { address: addressOf(fragment), contents: describeLink(fragment) };
    } catch (error) {
      if (error instanceof LinkError) return { problem: error.problem === 'tooLong' ? text.tooLong : text.notMade };
      throw error;
    }
  }, [records, thoughts, moment, hidden, text]);

  return (
    <div className="share-link">
      <div className="share-options">
        <p className="help">{text.intro}</p>
        <Option checked={atMoment} onChange={setAtMoment} label={text.moment} help={at ? text.momentHelp(at.episode + 1, at.turn) : undefined} />
        {atMoment && <Option checked={hidden.includes('later')} onChange={(on) => setHidden(withHidden(hidden, 'later', on))} label={text.later} />}
        <Option checked={thoughts} onChange={setThoughts} label={text.thoughts} help={text.thoughtsHelp} />
        <details className="fold">
          <summary>{text.hide}</summary>
          <p className="help">{text.hideHelp}</p>
          <div className="checks share-hide">
            <HiddenFields hidden={hidden} onChange={setHidden} without="later" />
          </div>
        </details>
        {branches.length > 1 && <p className="help">{text.branch}</p>}
      </div>
      {'problem' in made ? (
        <p className="help" data-bad="" role="alert">
          {made.problem}
        </p>
      ) : (
        <section className="share-contents" aria-labelledby="share-contents">
          <h3 id="share-contents">{text.contents}</h3>
          <Contents contents={made.contents} />
          {made.address.length > safeLength && <p className="help">{text.long}</p>}
          <Address address={made.address} foot={text.characters} />
        </section>
      )}
    </div>
  );
}

interface OptionProps {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly label: string;
  readonly help?: string;
}

function Option({ checked, onChange, label, help }: OptionProps) {
  return (
    <label className="check option">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {help !== undefined && <span className="help">{help}</span>}
      </span>
    </label>
  );
}
