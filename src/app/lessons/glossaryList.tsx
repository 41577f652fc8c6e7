/** The papers' words and symbols, each with where it comes from. */
import { useEffect, useRef } from 'react';
import { glossary } from '../glossary.ts';
import { usePreferences } from '../preferences.ts';
import { Formula } from '../formula.tsx';
import { said } from './schema.ts';

export function GlossaryList({ entry }: { readonly entry: string | null }) {
  const { language } = usePreferences();
  const list = useRef<HTMLDListElement>(null);
  useEffect(() => {
    const found = entry === null ? null : list.current?.querySelector<HTMLElement>(`[data-entry="${entry}"]`);
    found?.scrollIntoView({ block: 'center' });
    found?.focus();
  }, [entry]);
  return (
    <dl ref={list} className="terms">
      {glossary.map(({ id, symbol, name, meaning, formula, source }) => (
        <div key={id} data-entry={id} data-asked={entry === id ? '' : undefined} tabIndex={-1}>
          <dt>
            {symbol !== undefined && (
              <span className="term-symbol">
                <Formula text={symbol} />
              </span>
            )}
            <span>{said(name, language)}</span>
          </dt>
          <dd>
            <span>
              <Formula text={said(meaning, language)} />
            </span>
            {formula !== undefined && (
              <span className="term-formula">
                <Formula text={formula} />
              </span>
            )}
            {source !== undefined && <span className="term-source">{source}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
