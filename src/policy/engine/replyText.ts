/**
 * The text of a reply while its tokens come in: holds back what may still change (a character whose bytes are not complete, the
 * beginning of a stop string) and ends the reply at the first stop string, wherever token borders fall.
 */
import type { ChatFormat } from '../contract.ts';

const replacement = '\ufffd';
/** A UTF-8 character has at most four bytes, hence four tokens; what is incomplete after that stays incomplete. */
const longestCharacter = 4;

export class ReplyText {
  private readonly ids: number[] = [];
  /** All decoded text whose characters are complete, cut at a stop string. */
  private text = '';
  private released = 0;
  /** Tokens from `context` to `read` were decoded already and are decoded again, as left context of the new ones. */
  private context = 0;
  private read = 0;
  private isStopped = false;

  constructor(
    private readonly format: ChatFormat,
    private readonly stopStrings: readonly string[],
  ) {}

  /** A stop string has been met; the text ends before it. */
  get stopped(): boolean {
    return this.isStopped;
  }

  push(id: number): void {
    this.ids.push(id);
  }

  /** Decode what was pushed. Without it stop strings are not seen. @returns text that can no longer change */
  advance(): string {
    if (this.isStopped || this.read === this.ids.length) return '';
    const before = this.format.decode(this.ids.slice(this.context, this.read));
    const whole = this.format.decode(this.ids.slice(this.context));
    if (whole.endsWith(replacement) && this.ids.length - this.read < longestCharacter) return '';
    const fresh = whole.slice(before.length);
    this.context = this.read;
    this.read = this.ids.length;
    this.append(fresh);
    return this.release(this.text.length - (this.isStopped ? 0 : heldBack(this.text, this.stopStrings)));
  }

  /** The reply is over. @returns the whole text and the part of it that was not yet released */
  end(): { readonly text: string; readonly rest: string } {
    if (!this.isStopped) {
      // Decoded once more as a whole, which is what anyone who has only the ids will read.
      const whole = this.format.decode(this.ids);
      const shown = this.text.slice(0, this.released);
      if (whole.startsWith(shown)) this.text = whole;
    }
    return { text: this.text, rest: this.release(this.text.length) };
  }

  private append(fresh: string): void {
    const longest = Math.max(0, ...this.stopStrings.map((stop) => stop.length));
    const from = Math.max(0, this.text.length - longest + 1);
    this.text += fresh;
    const found = this.stopStrings.map((stop) => this.text.indexOf(stop, from)).filter((at) => at >= 0);
    if (found.length === 0) return;
    this.isStopped = true;
    this.text = this.text.slice(0, Math.min(...found));
  }

  private release(upTo: number): string {
    const from = this.released;
    this.released = Math.max(from, upTo);
    return this.text.slice(from, this.released);
  }
}

/** Length of the longest end of `text` that begins a stop string. */
function heldBack(text: string, stopStrings: readonly string[]): number {
  let held = 0;
  for (const stop of stopStrings) {
    for (let length = Math.min(stop.length - 1, text.length); length > held; length--) {
      if (text.endsWith(stop.slice(0, length))) held = length;
    }
  }
  return held;
}
