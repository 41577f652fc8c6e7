/** Scout as the page's policy: loaded on first use, kept for the life of the tab. */
import type { Generator, Sampling } from '../policy/contract.ts';
import { tables } from './strings/index.ts';
import { usePreferences } from './preferences.ts';

/** The settings that Scout's measurements use; the page leaves only the temperature open. */
export function sampling(temperature: number): Sampling {
  return { temperature, topP: 0.8, topK: 20 };
}

export function loadScout(_signal: AbortSignal): Promise<Generator> {
  return Promise.reject(new Error(tables[usePreferences.getState().language].load.missing));
}
