/** Which controls a link leaves out. */
import { useStrings } from '../preferences.ts';
import { hideable, withHidden, type Hideable } from './hidden.ts';

interface HiddenFieldsProps {
  readonly hidden: readonly Hideable[];
  readonly onChange: (hidden: readonly Hideable[]) => void;
  /** asked for elsewhere */
  readonly without?: Hideable;
}

export function HiddenFields({ hidden, onChange, without }: HiddenFieldsProps) {
  const { controls } = useStrings().share;
  return hideable
    .filter((name) => name !== without)
    .map((name) => (
      <label key={name} className="check">
        <input type="checkbox" checked={hidden.includes(name)} onChange={(event) => onChange(withHidden(hidden, name, event.target.checked))} />
        {controls[name]}
      </label>
    ));
}
