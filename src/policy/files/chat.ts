/** From conversations to token ids and back, by a model file's tokenizer and chat template. */
import type { ChatFormat, Message } from '../contract.ts';
import { ModelFileError } from './error.ts';
import { fingerprint } from './hash.ts';
import { compileTemplate } from './template.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface Chat extends ChatFormat {
  readonly tokenizer: Tokenizer;
  /** A conversation as text, exactly as the template writes it. @param reply the text ends where the assistant's reply begins (true if left out) */
  render(messages: readonly Message[], reply?: boolean): string;
}

/** For files without a template: Qwen's turns, without a system message of their own. */
const plainTemplate =
  "{% for turn in messages %}<|im_start|>{{ turn.role }}{{ '\\n' }}{{ turn.content }}<|im_end|>{{ '\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}<|im_start|>assistant{{ '\\n' }}{% endif %}";

const privateUse = Array.from({ length: 0x1900 }, (_, i) => String.fromCharCode(0xe000 + i));

/** @throws ModelFileError when the template does not work with the tokenizer */
export function createChat(tokenizer: Tokenizer, template: string | null): Chat {
  const { data } = tokenizer;
  if (template === null && tokenizer.idOf('<|im_start|>') === undefined) {
    throw new ModelFileError('The file has no chat template, and no <|im_start|> token to do without one.');
  }
  const source = template ?? plainTemplate;
  const compiled = compileTemplate(source);
  const name = (id: number | null): string => (id === null ? '' : data.tokens[id]);
  const render = (messages: readonly Message[], reply = true): string =>
    compiled({
      messages: messages.map(({ role, content }) => ({ role, content })),
      add_generation_prompt: reply,
      enable_thinking: false,
      bos_token: name(data.bos),
      eos_token: name(data.eos),
    });

  const ends = [data.eos, data.eot, tokenizer.idOf('<|im_end|>'), tokenizer.idOf('<|endoftext|>')];
  const endIds = [...new Set(ends)].filter((id) => id !== null && id !== undefined);

  /**
   * Control tokens are recognised in what the template writes, never in a message: there, the first character of each is exchanged for
   * a private one before rendering, and put back in the text between the tokens. Everything else about a message stays as it is, so
   * the ids are those of the rendered text as a whole.
   * @param reply index of a message whose content does not matter: only what the template writes after it is encoded
   */
  const encodeMasked = (messages: readonly Message[], reply = -1): number[] => {
    const firsts = [...new Set(tokenizer.controls.map(firstCharacter))];
    const used = new Set(source + messages.map((message) => message.content).join(''));
    const [mark, ...masks] = privateUse.filter((character) => !used.has(character)).slice(0, firsts.length + 1);
    if (masks.length < firsts.length) throw new ModelFileError('The messages use up the private characters that keep them apart from the template.');
    const maskOf = new Map(firsts.map((first, i) => [first, masks[i]]));
    const mask = (text: string): string =>
      tokenizer.controls.reduce((masked, control) => {
        const first = firstCharacter(control);
        return masked.includes(control) ? masked.replaceAll(control, () => (maskOf.get(first) ?? '') + control.slice(first.length)) : masked;
      }, text);
    const unmask = (text: string): string => firsts.reduce((plain, first) => plain.replaceAll(maskOf.get(first) ?? '', () => first), text);
    const rendered = render(messages.map(({ role, content }, i) => ({ role, content: i === reply ? mark : mask(content) })));
    const parts = rendered.split(mark);
    if (parts.length !== (reply < 0 ? 1 : 2)) {
      throw new ModelFileError('The chat template does not write an earlier reply exactly once, so turns cannot follow one another.');
    }
    return tokenizer
      .split(parts[parts.length - 1])
      .flatMap((part) => (typeof part === 'number' ? part : tokenizer.encode(unmask(part))));
  };

  return {
    tokenizer,
    hash: fingerprint([tokenizer.hash, source]),
    endIds,
    render,
    open(messages) {
      const ids = encodeMasked(messages);
      return data.addBos && data.bos !== null && ids[0] !== data.bos ? [data.bos, ...ids] : ids;
    },
    next(message, closed) {
      const ids = encodeMasked([{ role: 'user', content: 'x' }, { role: 'assistant', content: '' }, message], 1);
      return closed && endIds.includes(ids[0]) ? ids.slice(1) : ids;
    },
    encode: (text) => tokenizer.encode(text),
    decode: (ids) => tokenizer.decode(ids),
  };
}

/**
 * What can be told of a template before anyone talks by it.
 * @param turns will replies be answered, as in play? @throws ModelFileError
 */
export function checkChat(chat: Chat, turns: boolean): void {
  const hello: Message = { role: 'user', content: 'hello' };
  if (chat.open([hello]).length === 0) throw new ModelFileError('The chat template writes nothing for a message, so there is nothing to reply to; a file with a working template is needed.');
  if (turns && chat.next(hello, false).length === 0) throw new ModelFileError('The chat template writes nothing after a reply, so turns cannot follow one another; a file with a working template is needed.');
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}
