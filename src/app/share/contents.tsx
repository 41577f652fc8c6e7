/** What is in a link, told before it is copied and after it was opened. */
import { useMemo, type ReactNode } from 'react';
import { describeLink, type LinkContents } from '../../experiment/links/index.ts';
import { LinkError } from '../../experiment/links/error.ts';
import { policyInWords } from '../policies.ts';
import { usePreferences, useStrings } from '../preferences.ts';
import { Dialog } from '../runs/dialog.tsx';
import { taskTitle } from '../runs/names.ts';
import { arrival, panel } from '../runs/panels.ts';
import { useSource } from '../source.ts';
import { addressOf } from './addressOf.ts';
import { hideable } from './hidden.ts';
import './share.css';

/** Of the link that was opened. */
export function ContentsDialog() {
  const strings = useStrings();
  const came = useSource(arrival);
  const text = came?.kind === 'link' ? came.text : null;
  const contents = useMemo(() => text !== null && read(text), [text]);
  return (
    <Dialog title={strings.share.link.contents} close={() => panel.set(null)}>
      {contents ? <Contents contents={contents} /> : null}
    </Dialog>
  );
}

function read(text: string): LinkContents | null {
  try {
    return describeLink(text);
  } catch (error) {
    if (error instanceof LinkError) return null;
    throw error;
  }
}

export function Contents({ contents }: { readonly contents: LinkContents }) {
  const strings = useStrings();
  const { language } = usePreferences();
  const text = strings.share.link;
  const { episodes, moment, thoughts, left, lesson } = contents;
  const notes = episodes.flatMap(({ note }, index) => (note && note.text !== '' ? [{ after: index + 1, text: note.text }] : []));
  const turns = episodes.reduce((sum, episode) => sum + episode.turns, 0);
  const hidden = hideable.filter((name) => name !== 'later' && contents.hidden.includes(name));
  return (
    <dl className="contents">
      <Item name={text.task}>{taskTitle(contents.task, strings)}</Item>
      <Item name={text.settings}>{text.settingsText(strings.strip.memory[contents.memory], contents.mostEpisodes, contents.seed)}</Item>
      {contents.seeds.length > 0 && (
        <Item name={text.seeds}>
          {contents.seeds.map(({ episode, turn, seed }) => (turn < episodes[episode].turns ? text.seedFrom(seed, episode + 1, turn + 1) : text.seedNote(seed, episode + 1))).join(', ')}
        </Item>
      )}
      <Item name={text.played}>{text.playedText(episodes.length, turns)}</Item>
      <Item name={text.notes}>
        {text.notesText(notes.length, notes.reduce((sum, note) => sum + note.text.length, 0))}
        {notes.map(({ after, text: note }) => (
          <q key={after} className="contents-note" tabIndex={0} role="group" aria-label={strings.strip.noteAfter(after)}>
            {note}
          </q>
        ))}
      </Item>
      {contents.policies.length > 0 && <Item name={text.by}>{contents.policies.map((policy) => policyInWords(policy, strings)).join(', ')}</Item>}
      {thoughts > 0 && <Item name={text.thoughtsIn}>{text.thoughtsText(thoughts)}</Item>}
      <Item name={text.opens}>{moment ? text.opensAt(moment.episode + 1, moment.turn) : text.opensEnd}</Item>
      {hidden.length > 0 && <Item name={text.hidden}>{hidden.map((name) => strings.share.controls[name]).join(', ')}</Item>}
      {lesson > 0 && <Item name={text.lesson}>{text.thoughtsText(lesson)}</Item>}
      <Item name={text.not} not>
        {[...(thoughts === 0 ? [text.notThoughts] : left > 0 ? [text.notAllThoughts(left)] : []), text.notTokens].join('; ')}
      </Item>
      <Item name={text.address}>{text.characters((addressOf('').length + contents.characters).toLocaleString(language))}</Item>
    </dl>
  );
}

function Item({ name, not = false, children }: { readonly name: string; readonly not?: boolean; readonly children: ReactNode }) {
  return (
    <div data-not={not ? '' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
