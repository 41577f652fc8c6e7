/** The trial that is chosen stays chosen between visits: whoever comes back goes on with the same settings and the same player. */
import { z } from 'zod';
import { memoryModes } from '../trial/contract.ts';
import { person } from '../trial/runner.ts';
import { teacherNames } from './policies.ts';
import { parsed, remembers } from './remembers.ts';
import { parseSeed, settings } from './settings.ts';
import type { Choice } from './setup.ts';

/** All but a level of one's own, which is kept by itself. */
export type KeptChoice = Omit<Choice, 'level'>;

const place = 'fieldnotes.choice';
const policies = ['scout', person, ...teacherNames.map((name) => `teacher:${name}`)];

/** What was kept may come from another version or another hand. @param otherwise in place of each part that can not be chosen here */
export function readChoice(text: string | null, otherwise: KeptChoice): KeptChoice {
  const seed = z.string().refine((typed) => parseSeed(typed) !== null);
  const kept = z.object({
    setting: z.enum(settings.map(({ id }) => id)).catch(otherwise.setting),
    seed: seed.catch(otherwise.seed),
    memory: z.enum(memoryModes).catch(otherwise.memory),
    episodes: z.int().min(1).max(8).catch(otherwise.episodes),
    policy: z.enum(policies).catch(otherwise.policy),
    temperature: z.number().min(0).max(1.5).catch(otherwise.temperature),
    sampleSeed: seed.catch(otherwise.sampleSeed),
  });
  return kept.safeParse(parsed(text)).data ?? otherwise;
}

export function keptChoice(otherwise: KeptChoice): KeptChoice {
  return readChoice(remembers.getItem(place), otherwise);
}

export function keepChoice({ setting, seed, memory, episodes, policy, temperature, sampleSeed }: KeptChoice): void {
  const choice: KeptChoice = { setting, seed, memory, episodes, policy, temperature, sampleSeed };
  remembers.setItem(place, JSON.stringify(choice));
}
