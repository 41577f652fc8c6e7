/** Over all tabs, one at a time trains a run or deletes it. */

/** @returns what gives the run free again; null: another tab has it. A browser without locks lets everybody. */
export async function lockTraining(run: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return () => undefined;
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`fieldnotes.training.${run}`, { ifAvailable: true }, (granted) => {
        if (!granted) return resolve(null);
        return new Promise<void>((unlock) => resolve(unlock));
      })
      .catch(reject);
  });
}
