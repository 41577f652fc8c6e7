/** The run on stage, or a saved one, as a file for its maker. */
import type { Run } from '../../experiment/transfer/index.ts';
import { toJsonl } from '../../trial/records.ts';
import { toRun } from '../../platform/web/runsPassing.ts';
import { tree, trial, type Tree } from '../log.ts';
import { usePreferences } from '../preferences.ts';
import { tables } from '../strings/index.ts';
import { attachments } from './attachments.ts';
import { taskTitle } from './names.ts';
import { stageRun } from './keep.ts';
import { openStore, store } from './store.ts';

export const fileKinds = ['json', 'jsonl', 'csv'] as const;
type FileKind = (typeof fileKinds)[number];

/** All branches on stage, and what was measured of them. */
export async function stageAsRun(): Promise<Run> {
  const attached = await attachments();
  return { ...runOf(tree.get(), stageName()), ...(attached.length > 0 && { attachments: attached }) };
}

function runOf({ branches }: Tree, name: string): Run {
  return {
    name,
    trials: branches.map((branch) => ({
      name: branch.name,
      parent: branch.parent ? branches.findIndex(({ id }) => id === branch.parent?.branch) : null,
      records: branch.records,
    })),
  };
}

export function stageName(): string {
  const strings = tables[usePreferences.getState().language];
  const id = stageRun.get()?.id;
  const task = trial.get().view?.start.task;
  return (id !== undefined && store.get()?.head(id)?.name) || (task ? taskTitle(task, strings) : strings.runs.unnamed);
}

export async function saveStage(kind: FileKind): Promise<void> {
  const [{ runToCsv, runToJson }, run] = await Promise.all([import('../../experiment/transfer/index.ts'), stageAsRun()]);
  const text = kind === 'json' ? runToJson(run) : kind === 'csv' ? runToCsv(run) : toJsonl(trial.get().records);
  offer(new Blob([text], { type: types[kind] }), `${fileName(run.name)}.${kind}`);
}

export async function saveRun(id: string): Promise<void> {
  const [{ runToJson }, opened] = await Promise.all([import('../../experiment/transfer/index.ts'), openStore()]);
  const run = await toRun(opened, id);
  offer(new Blob([runToJson(run)], { type: types.json }), `${fileName(run.name)}.json`);
}

const types = { json: 'application/json', jsonl: 'application/x-ndjson', csv: 'text/csv;charset=utf-8' } as const satisfies Record<FileKind, string>;

/** A name that every file system takes. */
export function fileName(name: string): string {
  const plain = name.normalize('NFKC').replace(/×/g, 'x').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 60);
  return `fieldnotes-${plain === '' ? 'run' : plain.toLowerCase()}`;
}

/** The browser's own way to save a file. */
export function offer(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
