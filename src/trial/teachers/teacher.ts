/** Teachers as players: scripted, deterministic (a function of the request), speaking the brief format. */
import { rows } from '../../worlds/index.ts';
import { hash32, random } from '../../worlds/random.ts';
import { styleWords } from '../brief/words.ts';
import { played } from '../brief/prompts.ts';
import type { Player, Scene, TrialRequest, TrialResponse } from '../contract.ts';
import { minesweeper } from './minesweeper.ts';
import { sokoban } from './sokoban.ts';
import type { Brain, Mix, Style } from './style.ts';

const brains: Readonly<Record<Scene['task']['world'], Brain>> = { sokoban, minesweeper };

/** Skill of a style unless told otherwise: small slips, so that near-perfect is not perfect. */
const defaultSkill: Readonly<Record<Style, number>> = { random: 1, greedy: 0.95, cautious: 0.95, probing: 0.95, perfect: 0.97 };

/** One style in every episode, with informative notes that are followed. */
export function teacher(style: Style, options: Partial<Omit<Mix, 'style'>> = {}): Player {
  const mix: Mix = { style, skill: options.skill ?? defaultSkill[style], note: options.note ?? 'informative', follow: options.follow ?? true };
  return mixed(`teacher:${style} skill ${mix.skill} note ${mix.note} follow ${mix.follow}`, () => mix);
}

/** @param mixOf how an episode is played; must depend on its argument alone */
export function mixed(hash: string, mixOf: (request: TrialRequest) => Mix): Player {
  return { hash, respond: (request) => respond(request, mixOf(request)) };
}

function respond(request: TrialRequest, mix: Mix): TrialResponse {
  const { seed, trial, episode } = request.draw;
  const boards = request.scene.states.map((state) => rows(state).join('\n'));
  const here = boards[boards.length - 1];
  const visit = boards.filter((board) => board === here).length;
  const dice = random(hash32('teacher', seed, trial, mix.again === true ? 0 : episode, visit, here));
  const brain = brains[request.scene.task.world];
  if (request.purpose === 'reflect') return said(`<remark>${brain.note(request.scene, mix, dice)}</remark>`);
  const { thought, actions } = brain.choose(request.scene, mix, dice);
  return said(` ${styleWords[mix.style]}${thought}<action>${played(request.scene.task, actions)}</action>`);
}

function said(text: string): TrialResponse {
  return { text, tokens: [], finish: 'stop' };
}
