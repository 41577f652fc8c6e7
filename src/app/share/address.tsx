/** An address to pass on. */
import { usePreferences, useStrings } from '../preferences.ts';
import { CopyField } from './copyField.tsx';

interface Props {
  readonly address: string;
  /** said until it is copied */
  readonly foot: (characters: string) => string;
}

export function Address({ address, foot }: Props) {
  const text = useStrings().share.link;
  const { language } = usePreferences();
  return <CopyField value={address} name={text.address} button={text.copy} icon="link" foot={foot(address.length.toLocaleString(language))} />;
}
